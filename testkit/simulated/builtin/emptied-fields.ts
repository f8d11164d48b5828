import type { JsonObject } from '../objects/api-object.js';

/**
 * Lists and maps that were sent empty, and that objects are written without: messages about them are all that tells them
 * from what was not sent. They are beside the fields of the object that they were in, where only copies of it see them.
 */
const EMPTIED: unique symbol = Symbol('emptied');

interface MarkedObject {
  [EMPTIED]?: JsonObject;
}

/** Remembers that a field was left out because it was empty. */
export function noteEmptied(owner: JsonObject & MarkedObject, field: string, value: unknown): void {
  owner[EMPTIED] = { ...owner[EMPTIED], [field]: value };
}

/** Says that an object is another one, read again. */
export function keepEmptied(from: JsonObject & MarkedObject, to: JsonObject & MarkedObject): void {
  const emptied = from[EMPTIED];
  if (emptied !== undefined) to[EMPTIED] = emptied;
}

/** A field as it was sent, for messages that quote it; null where it was not. */
export function sentIn(owner: JsonObject & MarkedObject, field: string): unknown {
  return owner[field] ?? owner[EMPTIED]?.[field] ?? null;
}
