import { objectIn, objectsIn, textIn, textsIn } from '../builtin/checks.js';
import type { JsonObject } from '../objects/api-object.js';
import { age, modesCell, named, textOr } from './row-parts.js';
import type { RowPrinter } from './row-parts.js';

const sizeOf = (object: JsonObject, field: string): number => Object.keys(objectIn(object, field)).length;

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

const claim: RowPrinter = (object, nowMs) => {
  const [spec, status] = [objectIn(object, 'spec'), objectIn(object, 'status')];
  const volume = textIn(spec, 'volumeName');
  const modes = textsIn(status, 'accessModes');
  return [
    object.metadata.name ?? '',
    object.metadata.deletionTimestamp === undefined ? textIn(status, 'phase') : 'Terminating',
    volume,
    volume === '' ? '' : textOr(objectIn(status, 'capacity'), 'storage', '0'),
    volume === '' ? '' : modesCell(modes),
    object.metadata.annotations?.[CLASS_ANNOTATION] ?? textIn(spec, 'storageClassName'),
    textOr(spec, 'volumeAttributesClassName', '<unset>'),
    age(object, nowMs),
    textOr(spec, 'volumeMode', '<unset>'),
  ];
};

const roleBinding: RowPrinter = (object, nowMs) => {
  const ref = objectIn(object, 'roleRef');
  const subjects = (kind: string, print: (subject: JsonObject) => string): string =>
    objectsIn(object, 'subjects')
      .filter((subject) => subject['kind'] === kind)
      .map(print)
      .join(', ');
  const nameOf = (subject: JsonObject): string => textIn(subject, 'name');
  return [
    object.metadata.name ?? '',
    `${textIn(ref, 'kind')}/${textIn(ref, 'name')}`,
    age(object, nowMs),
    subjects('User', nameOf),
    subjects('Group', nameOf),
    subjects('ServiceAccount', (subject) => `${textIn(subject, 'namespace')}/${nameOf(subject)}`),
  ];
};

/** Kinds that hold settings, rights and names. */
export const configRows: Readonly<Record<string, RowPrinter>> = {
  '/ConfigMap': named((object) => [sizeOf(object, 'data') + sizeOf(object, 'binaryData')]),
  '/Secret': named((object) => [textIn(object, 'type'), sizeOf(object, 'data')]),
  '/ServiceAccount': named(() => []),
  '/Namespace': named((object) => [textIn(objectIn(object, 'status'), 'phase')]),
  '/PersistentVolumeClaim': claim,
  'coordination.k8s.io/Lease': named((object) => [textIn(objectIn(object, 'spec'), 'holderIdentity')]),
  'rbac.authorization.k8s.io/RoleBinding': roleBinding,
  'rbac.authorization.k8s.io/ClusterRoleBinding': roleBinding,
};
