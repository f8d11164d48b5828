import type { JsonObject } from '../objects/api-object.js';
import { objectIn, textIn } from './checks.js';

/** The name of the class that an annotation makes the default: the newest of several. */
export function defaultClass(classes: Iterable<JsonObject>, annotation: string): string | undefined {
  const marked = [...classes]
    .map((one) => objectIn(one, 'metadata'))
    .filter((metadata) => objectIn(metadata, 'annotations')[annotation] === 'true')
    .sort((one, other) => order(one).localeCompare(order(other)));
  const newest = marked.map(createdAt).reduce((last, time) => (time > last ? time : last), '');
  const found = marked.find((metadata) => createdAt(metadata) === newest);
  return found === undefined ? undefined : textIn(found, 'name');
}

const order = (metadata: JsonObject): string => textIn(metadata, 'name');
const createdAt = (metadata: JsonObject): string => textIn(metadata, 'creationTimestamp');
