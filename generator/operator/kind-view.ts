import { isObject, member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';
import { resourcePath } from '../layout/paths.js';
import { conditionFactsOf } from '../model/condition-fields.js';
import { typeName } from '../names/accessors.js';
import { resourceConstant } from '../names/exports.js';
import { camelCase, capitalize, lowerCamel } from '../names/identifiers.js';
import { RESERVED_ACCESSORS } from '../names/reserved.js';
import { apiVersionOf } from '../names/resource-keys.js';
import type { Permission } from '../role/permissions.js';
import { CACHE_VERBS } from '../role/permissions.js';
import { quote } from '../typescript/text.js';
import { literal } from './literal.js';
import type { OperatorKind } from './read-kinds.js';
import { sampleOf } from './sample-object.js';

/** What the templates say of one kind; all of it is ready text. */
export interface KindView {
  readonly kind: string;
  readonly crdName: string;
  /** Of its controller, in the manager. */
  readonly controller: string;
  /** `addWebsiteController`. */
  readonly adder: string;
  /** Of the files of its controller and its test, without extension. */
  readonly file: string;
  readonly constant: string;
  /** From a folder beside that of the generated code. */
  readonly module: string;
  /** Of an object in the reconciler. */
  readonly variable: string;
  readonly hasConditions: boolean;
  /** It becomes a ConfigMap, as only the kind of the sample does. */
  readonly isSample: boolean;
  /** What a test creates, as TypeScript; undefined where nobody can tell that the server would take it. */
  readonly sample: string | undefined;
  /** The name of that object. */
  readonly sampleName: string;
  readonly doubts: readonly string[];
  /** The same as YAML, which JSON is. */
  readonly manifest: string;
  readonly permissions: readonly Permission[];
}

/** Names that a reconciler of the templates has. */
const STUB_WORDS: ReadonlySet<string> = new Set(['apply', 'event', 'isKnown', 'isNew', 'log', 'manager', 'status']);

/** What the templates say of all kinds: names that would meet get their group. */
export function kindViews(kinds: readonly OperatorKind[], { isSample }: { readonly isSample: boolean }): KindView[] {
  const names = kinds.map(({ crd }) => crd.kind.toLowerCase());
  return kinds.map((kind) => {
    const isAlone = names.filter((name) => name === kind.crd.kind.toLowerCase()).length === 1;
    return viewOf(kind, isAlone, isSample);
  });
}

function viewOf({ crd, version }: OperatorKind, isAlone: boolean, isSample: boolean): KindView {
  const resource = { group: crd.group, version: version.name, plural: crd.plural, kind: crd.kind };
  const type = typeName(resource);
  const own = isAlone ? crd.kind.toLowerCase() : `${crd.kind.toLowerCase()}.${crd.group}`;
  const { object: sample, doubts } = sampleOf(version.schema);
  const typed = { apiVersion: apiVersionOf(resource), kind: crd.kind, ...sample };
  const file = own.replaceAll('.', '-');
  return {
    kind: crd.kind,
    crdName: crd.name,
    controller: quote(own),
    adder: `add${isAlone ? '' : capitalize(camelCase(crd.group))}${type}Controller`,
    file,
    constant: resourceConstant(type),
    module: resourcePath(resource).replace(/\.ts$/, '.js'),
    variable: variableOf(type),
    hasConditions: version.subresources.includes('status') && hasConditions(version.schema),
    isSample,
    sample: doubts.length === 0 ? literal(sample) : undefined,
    sampleName: quote((sample['metadata'] as { readonly name: string }).name),
    doubts,
    manifest: JSON.stringify(typed, undefined, 2),
    permissions: permissionsOf({ crd, version }, `src/controllers/${file}.ts`, isSample),
  };
}

/** `website`; a kind whose name is a word of the language, or of the stub, becomes `object`. */
function variableOf(type: string): string {
  const name = lowerCamel(type);
  const isTaken = RESERVED_ACCESSORS.has(name) || STUB_WORDS.has(name);
  return isTaken || !/^[a-z]\w*$/i.test(name) ? 'object' : name;
}

/** What the stub does, which is what `informer-gen rbac` finds in it. */
function permissionsOf(
  { crd, version }: Pick<OperatorKind, 'crd' | 'version'>,
  location: string,
  isSample: boolean,
): Permission[] {
  const needs = (group: string, resource: string, ...verbs: readonly string[]): Permission[] =>
    verbs.map((verb) => ({ group, resource, verb, location }));
  const writesStatus = version.subresources.includes('status') && hasConditions(version.schema);
  return [
    ...needs(crd.group, crd.plural, ...CACHE_VERBS),
    ...(writesStatus
      ? [...needs(crd.group, crd.plural, 'get'), ...needs(crd.group, `${crd.plural}/status`, 'patch')]
      : []),
    ...(isSample
      ? [
          ...needs('', 'configmaps', 'get', ...CACHE_VERBS, 'create', 'patch'),
          ...needs(crd.group, crd.plural, 'get'),
          ...needs(crd.group, `${crd.plural}/finalizers`, 'update'),
        ]
      : []),
    ...needs('events.k8s.io', 'events', 'create', 'patch'),
  ];
}

/** Fields that `status.condition` fills in, besides the type and the status. */
const FILLED: ReadonlySet<string> = new Set([
  'reason',
  'message',
  'lastTransitionTime',
  'observedGeneration',
  'lastUpdateTime',
  'lastProbeTime',
  'lastHeartbeatTime',
]);

/** Returns true if the server accepts the status of the stub: a condition Ready, and nothing else. */
function hasConditions(schema: JsonObject | undefined): boolean {
  const status = at(schema, 'properties', 'status');
  const items = at(status, 'properties', 'conditions', 'items');
  const { fields } = conditionFactsOf(schema);
  const isFilled = (name: string): boolean => ['type', 'status'].includes(name) || FILLED.has(name);
  const takes = (field: string, value: string): boolean => {
    const values = member(at(items, 'properties', field) ?? {}, 'enum');
    return !Array.isArray(values) || values.includes(value);
  };
  return (
    ['type', 'status'].every((name) => fields.includes(name)) &&
    requiredOf(items).every((name) => isFilled(name) && fields.includes(name)) &&
    requiredOf(status).every((name) => name === 'conditions') &&
    takes('type', 'Ready') &&
    takes('status', 'True') &&
    takes('reason', 'Reconciled')
  );
}

function requiredOf(schema: JsonObject | undefined): string[] {
  const required = member(schema ?? {}, 'required');
  return Array.isArray(required) ? required.map(String) : [];
}

function at(schema: JsonObject | undefined, ...path: readonly string[]): JsonObject | undefined {
  let found: unknown = schema;
  for (const name of path) found = isObject(found) ? member(found, name) : undefined;
  return isObject(found) ? found : undefined;
}
