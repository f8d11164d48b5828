import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { subdomainFaults } from '../rules/names.js';
import { dnsLabel, indexed, objectIn, objectsIn, textIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { ENV_FIELDS, fieldRefFaults, keyRefFaults, resourceRefFaults } from './field-references.js';
import { noBacksteps } from './path-checks.js';

const NAME_RULE = "a valid environment variable name must consist only of printable ASCII characters other than '='";
const NO_SOURCE =
  'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
const TWO_SOURCES = 'may not have more than one field specified at a time';

/** What is wrong with the environment of a container. */
export function envFaults(container: JsonObject, path: string): FieldCause[] {
  return [
    ...indexed(objectsIn(container, 'env'), `${path}.env`).flatMap(([variable, at]) => variableFaults(variable, at)),
    ...indexed(objectsIn(container, 'envFrom'), `${path}.envFrom`).flatMap(([source, at]) =>
      envFromFaults(source, at, `${path}.envFrom`),
    ),
  ];
}

function variableFaults(variable: JsonObject, path: string): FieldCause[] {
  const name = textIn(variable, 'name');
  const named = name === '' ? [requiredValue(`${path}.name`)] : nameFaults(`${path}.name`, name);
  const from = variable['valueFrom'];
  return isJsonObject(from) ? [...named, ...sourceFaults(variable, from, `${path}.valueFrom`)] : named;
}

function nameFaults(path: string, name: string): FieldCause[] {
  return /^[ -<>-~]+$/.test(name) ? [] : [invalidValue(path, name, NAME_RULE)];
}

function sourceFaults(variable: JsonObject, from: JsonObject, path: string): FieldCause[] {
  const faults = [
    ...fieldRefFaults(`${path}.fieldRef`, from['fieldRef'], ENV_FIELDS),
    ...resourceRefFaults(`${path}.resourceFieldRef`, from['resourceFieldRef'], false),
    ...keyRefFaults(`${path}.configMapKeyRef`, from['configMapKeyRef']),
    ...keyRefFaults(`${path}.secretKeyRef`, from['secretKeyRef']),
    ...fileRefFaults(from['fileKeyRef'], `${path}.fileKeyRef`),
  ];
  const sources = Object.values(from).filter(isJsonObject).length;
  if (sources === 0) return [...faults, invalidValue(path, '', NO_SOURCE)];
  if (textIn(variable, 'value') !== '') {
    return [...faults, invalidValue(path, '', 'may not be specified when `value` is not empty')];
  }
  return sources > 1 ? [...faults, invalidValue(path, '', TWO_SOURCES)] : faults;
}

function fileRefFaults(reference: unknown, path: string): FieldCause[] {
  if (!isJsonObject(reference)) return [];
  const [key, file] = [textIn(reference, 'key'), textIn(reference, 'path')];
  return [
    ...(key === '' ? [requiredValue(`${path}.key`)] : nameFaults(`${path}.key`, key)),
    ...dnsLabel(`${path}.volumeName`, textIn(reference, 'volumeName')),
    ...(file === '' ? [requiredValue(`${path}.path`)] : noBacksteps(`${path}.path`, file)),
  ];
}

function envFromFaults(source: JsonObject, path: string, listPath: string): FieldCause[] {
  const prefix = textIn(source, 'prefix');
  const references = ['configMapRef', 'secretRef'].filter((name) => isJsonObject(source[name]));
  return [
    ...(prefix === '' ? [] : nameFaults(`${path}.prefix`, prefix)),
    ...references.flatMap((name) => {
      const referred = textIn(objectIn(source, name), 'name');
      const at = `${path}.${name}.name`;
      if (referred === '') return [requiredValue(at)];
      // As if more were to follow: a dash at the end is fine.
      return subdomainFaults(referred.replace(/-$/, 'a')).map((fault) => invalidValue(at, referred, fault));
    }),
    ...(references.length === 0
      ? [invalidValue(listPath, '', 'must specify one of: `configMapRef` or `secretRef`')]
      : []),
    ...(references.length > 1 ? [invalidValue(listPath, '', TWO_SOURCES)] : []),
  ];
}
