import { startSimulatedServer } from './simulated-server.js';
import { writesSuite } from './writes/index.js';

/** What the simulation does not do as a real server does. A row that passes here has to leave the list. */
const differences = [
  'MicroTime needs six digits: three are BadRequest',
  'a JSON patch that tests for null holds where the field is absent',
  'a create in a namespace that is being deleted is NamespaceTerminating',
  'a finalizer cannot be added while the object is being deleted',
  'a finalizer is a qualified name',
  'a lease of no seconds is Invalid',
  'a propagation policy together with orphanDependents is Invalid',
  'an object has one controller, and an owner has a uid',
  'an operator whose types are newer than the CRD may have such fields dropped, and is warned once',
  'apply merges lists by their keys, sets by their values, and atomic lists not at all',
  'apply of a field that the schema lacks is UnknownField, whatever the validation, and is not sent again',
  'apply takes a field manager of 128 characters, and not of 129',
  'apply to the status is told who wrote it by another patch, and through what',
  'apply with a resourceVersion creates all the same: it is no guard against that',
  'apply with a uid never creates: that is a Conflict',
  'apply with another uid than that of the object is Invalid',
  'apply without apiVersion and kind is BadRequest',
  'create fills in what the server makes, and a taken name is AlreadyExists',
  'delete in the foreground waits for children: a finalizer of the garbage collector holds the object',
  'delete that orphans children: a finalizer of the garbage collector holds the object',
  'extractOwned returns what was applied, lists by their keys',
  'fields that the schema lacks are UnknownField, each with its path, in objects and in patches',
  'finalizers are added and removed by two controllers at once, and the object goes with the last',
  'force is refused on other patches than apply',
  'replace without a version is refused for custom resources and leases, and taken for built-in kinds',
  'values that the schema forbids are Invalid, each with its path',
  'writes without a field manager are owned by the user agent up to its first slash',
];

writesSuite('the simulated API server', startSimulatedServer, { differences });
