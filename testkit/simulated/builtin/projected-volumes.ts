import { isJsonObject, isNumber } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { indexed, objectsIn, textIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { volumePath } from './path-checks.js';
import { downwardItemFaults, itemFaults, required } from './volume-files.js';

const MIN_TOKEN_SECONDS = 600;

/** What is wrong with a volume that is put together of several. */
export function projectionFaults(projected: JsonObject, path: string): FieldCause[] {
  const paths = new Set<string>();
  const unique = (value: string, name: string): FieldCause[] => {
    if (value === '') return [];
    if (paths.has(value)) return [invalidValue(path, name, 'conflicting duplicate paths')];
    paths.add(value);
    return [];
  };
  return indexed(objectsIn(projected, 'sources'), `${path}.sources`).flatMap(([source, at]) => [
    ...['secret', 'configMap'].flatMap((kind) => {
      const files = source[kind];
      if (!isJsonObject(files)) return [];
      return [
        ...required('name')(files, `${at}.${kind}`),
        ...indexed(objectsIn(files, 'items'), `${at}.${kind}.items`).flatMap(([item, itemAt]) => [
          ...itemFaults(item, itemAt),
          ...unique(textIn(item, 'path'), textIn(files, 'name')),
        ]),
      ];
    }),
    ...(isJsonObject(source['downwardAPI'])
      ? objectsIn(source['downwardAPI'], 'items').flatMap((file) => [
          ...downwardItemFaults(file, `${at}.downwardAPI`),
          ...unique(textIn(file, 'path'), textIn(file, 'path')),
        ])
      : []),
    ...(isJsonObject(source['serviceAccountToken']) ? tokenFaults(source['serviceAccountToken'], at, path) : []),
    ...(Object.keys(source).length > 1
      ? [forbiddenValue(at, 'may not specify more than 1 volume type per source')]
      : []),
  ]);
}

function tokenFaults(token: JsonObject, at: string, path: string): FieldCause[] {
  const seconds = token['expirationSeconds'];
  const tooShort = isNumber(seconds) && seconds < MIN_TOKEN_SECONDS;
  const tooLongLived = isNumber(seconds) && seconds > 2 ** 32;
  const where = `${at}.serviceAccountToken.expirationSeconds`;
  return [
    ...(tooShort ? [invalidValue(where, seconds, 'may not specify a duration less than 10 minutes')] : []),
    ...(tooLongLived ? [invalidValue(where, seconds, 'may not specify a duration larger than 2^32 seconds')] : []),
    ...required('path')(token, path),
    ...volumePath(`${path}.path`, textIn(token, 'path')),
  ];
}
