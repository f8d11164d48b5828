import type { JsonPath } from './json.js';
import { SchemaError } from './problem.js';

/*
 * The API server's own rules. Whatever passes is safe as a folder or file name and, after the naming rules, as an
 * identifier; whatever does not could not be installed in a cluster either.
 */
const LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const KIND = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;

/** A group: a DNS name in lower case. The core group, `''`, passes only where `core` says so. */
export function checkGroup(group: string, path: JsonPath): void {
  if (group.length > 253 || !SUBDOMAIN.test(group)) refuse('group', group, 'a DNS name such as example.com', path);
}

/** A version: a DNS label such as `v1beta1`. */
export function checkVersion(version: string, path: JsonPath): void {
  if (version.length > 63 || !LABEL.test(version)) refuse('version', version, 'a DNS label such as v1beta1', path);
}

/** A plural: a DNS label such as `widgets`. */
export function checkPlural(plural: string, path: JsonPath): void {
  if (plural.length > 63 || !LABEL.test(plural)) {
    refuse('plural', plural, 'a DNS label in lower case such as widgets', path);
  }
}

/** A kind: letters and digits, dashes inside. */
export function checkKind(kind: string, path: JsonPath): void {
  if (kind.length > 63 || !KIND.test(kind))
    refuse('kind', kind, 'letters, digits and dashes after a letter, such as Widget', path);
}

function refuse(what: string, value: string, wanted: string, path: JsonPath): never {
  throw new SchemaError(`${what} ${JSON.stringify(value)} is refused: the API server takes only ${wanted}`, path);
}
