import { lookupTable } from '../objects/lookup-table.js';
import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { tooLong } from '../rules/field-fault.js';
import { jsonFault } from '../rules/json-faults.js';
import { configKeyFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { objectIn, objectsIn, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { jsonTypeName } from './go-scalars.js';
import { keyPairFault } from './key-pair.js';

const IMMUTABLE = 'field is immutable when `immutable` is set';

function keyFaults(path: string, data: JsonObject): FieldCause[] {
  return Object.keys(data)
    .sort()
    .flatMap((key) => configKeyFaults(key).map((fault) => invalidValue(`${path}[${key}]`, key, fault)));
}

function immutableFaults(object: JsonObject, before: JsonObject, fields: readonly string[]): FieldCause[] {
  if (before['immutable'] !== true) return [];
  const faults: FieldCause[] = object['immutable'] === true ? [] : [forbiddenValue('immutable', IMMUTABLE)];
  for (const field of fields) {
    if (!sameJson(object[field] ?? {}, before[field] ?? {})) faults.push(forbiddenValue(field, IMMUTABLE));
  }
  return faults;
}

const MAX_BYTES = 1_048_576;

function sizeOf(data: JsonObject, encoding: 'utf8' | 'base64'): number {
  return Object.values(data).reduce<number>((sum, value) => sum + Buffer.byteLength(String(value), encoding), 0);
}

/** ConfigMaps. */
export const configMap: BuiltinKind = {
  validate({ object, before }) {
    const data = objectIn(object, 'data');
    const binary = objectIn(object, 'binaryData');
    const twice = Object.keys(data).filter((key) => key in binary);
    return [
      ...(before === undefined ? [] : immutableFaults(object, before, ['data', 'binaryData'])),
      ...keyFaults('data', data),
      ...twice.map((key) => invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')),
      ...keyFaults('binaryData', binary),
      ...(sizeOf(data, 'utf8') + sizeOf(binary, 'base64') > MAX_BYTES ? [tooLong('[]', MAX_BYTES)] : []),
    ];
  },
};

const REQUIRED_KEYS = lookupTable<readonly string[]>({
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
});
const ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name';

/** Secrets: what is written as text is stored as data. */
export const secret: BuiltinKind = {
  decode(object) {
    const texts = objectIn(object, 'stringData');
    delete object['stringData'];
    const encoded = Object.entries(texts).map(([key, text]) => [key, Buffer.from(String(text)).toString('base64')]);
    if (encoded.length > 0) object['data'] = { ...objectIn(object, 'data'), ...Object.fromEntries(encoded) };
  },
  warnings(object) {
    if (object['type'] !== 'kubernetes.io/tls') return [];
    const part = (key: string): string => Buffer.from(textIn(objectIn(object, 'data'), key), 'base64').toString();
    const fault = keyPairFault(part('tls.crt'), part('tls.key'));
    return fault === undefined ? [] : [fault];
  },
  validate({ object, before }) {
    const data = objectIn(object, 'data');
    const type = textIn(object, 'type');
    const changed = before !== undefined && type !== before['type'];
    return [
      ...(changed ? [invalidValue('type', type, 'field is immutable')] : []),
      ...(before === undefined ? [] : immutableFaults(object, before, ['data'])),
      ...keyFaults('data', data),
      ...(sizeOf(data, 'base64') > MAX_BYTES ? [tooLong('data', MAX_BYTES)] : []),
      ...typeFaults(object, type, data),
    ];
  },
};

/** ServiceAccounts: of the secrets that they name, only the name counts. */
export const serviceAccount: BuiltinKind = {
  prepare(object) {
    const secrets = objectsIn(object, 'secrets');
    if (secrets.length > 0) object['secrets'] = secrets.map(({ name }) => (name === undefined ? {} : { name }));
  },
};

function typeFaults(object: JsonObject, type: string, data: JsonObject): FieldCause[] {
  if (type === 'kubernetes.io/service-account-token') {
    const annotations = objectIn(objectIn(object, 'metadata'), 'annotations');
    const path = `metadata.annotations[${ACCOUNT_ANNOTATION}]`;
    return textIn(annotations, ACCOUNT_ANNOTATION) === '' ? [requiredValue(path)] : [];
  }
  if (type === 'kubernetes.io/basic-auth') {
    return 'username' in data || 'password' in data
      ? []
      : [requiredValue('data[username]'), requiredValue('data[password]')];
  }
  const isMissing = (key: string): boolean => !(key in data) || (key === 'ssh-privatekey' && data[key] === '');
  const missing = (REQUIRED_KEYS[type] ?? []).filter(isMissing);
  if (missing.length > 0) return missing.map((key) => requiredValue(`data[${key}]`));
  const json = type.startsWith('kubernetes.io/dockerc') ? (REQUIRED_KEYS[type]?.[0] ?? '') : '';
  return json === '' ? [] : jsonFaults(`data[${json}]`, String(data[json]));
}

function jsonFaults(path: string, encoded: string): FieldCause[] {
  const text = Buffer.from(encoded, 'base64').toString();
  const refused = (why: string): FieldCause[] => [invalidValue(path, '<secret contents redacted>', why)];
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || isJsonObject(value)) return [];
    return refused(`json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`);
  } catch {
    return refused(jsonFault(text));
  }
}
