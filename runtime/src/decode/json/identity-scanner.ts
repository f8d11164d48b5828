import { ObjectOutline } from './object-outline.js';

/** What tells whether two states of an object are the same state. */
export interface Identity {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

const outline = new ObjectOutline();

/**
 * Reads an object's identity out of its JSON bytes, from `metadata` at the top level and nowhere else, without parsing
 * the rest. Undefined where it is not all there, or written in a way that only a parser should read (escapes): parse
 * then.
 */
export function scanIdentity(bytes: Buffer): Identity | undefined {
  if (!outline.readIdentity(bytes)) return undefined;
  const { name, namespace, uid, resourceVersion } = outline;
  return {
    name: bytes.toString('utf8', name.start, name.end),
    ...(namespace.end !== 0 && { namespace: bytes.toString('utf8', namespace.start, namespace.end) }),
    uid: bytes.toString('utf8', uid.start, uid.end),
    resourceVersion: bytes.toString('utf8', resourceVersion.start, resourceVersion.end),
  };
}
