import { structuralOf } from '../schema/structural.js';
import type { Structural } from '../schema/structural.js';

const TEXT = structuralOf({ type: 'string' });
const METADATA = structuralOf({
  type: 'object',
  properties: { name: { type: 'string' }, generateName: { type: 'string' } },
});

/** The schema of a resource as its rules see it: with apiVersion and kind, and of the metadata the names alone. */
export function withResourceFields(schema: Structural): Structural {
  const properties = new Map(schema.properties);
  properties.set('apiVersion', TEXT).set('kind', TEXT).set('metadata', METADATA);
  return { ...schema, properties };
}
