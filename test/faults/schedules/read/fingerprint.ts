import { hashOf } from '../write/content.js';

/** A hash of which objects there are, in which state: the same for a cache and a server that agree. */
export function fingerprintOf(
  objects: readonly { readonly key: string; readonly uid: string; readonly resourceVersion: string }[],
): string {
  const lines = objects.map(({ key, uid, resourceVersion }) => `${key}@${resourceVersion} ${uid}`);
  return hashOf(lines.sort().join('\n'));
}
