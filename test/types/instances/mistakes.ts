import { HEAD } from '../values/crd-values.js';
import { admitsNull, formOf, isOpen, propertyOf, type Form, type Json, type Schema } from '../values/schema.js';

/** A value with one mistake, and where it is. */
export interface Mistaken {
  readonly value: Json;
  readonly kind: 'wrong type' | 'not in the enum' | 'missing' | 'unknown';
  /** Names and positions from the root: of what is missing, the path that it would have. */
  readonly path: readonly string[];
}

/** Values of which at least one is of no type that a form has. */
const STRANGERS: readonly Json[] = ['text', 42, true, [], {}, null];

const ADMITTED: Readonly<Record<Form, readonly string[]>> = {
  string: ['string'],
  number: ['number'],
  boolean: ['boolean'],
  'int-or-string': ['number', 'string'],
  array: ['array'],
  object: ['object'],
  embedded: ['object'],
  anything: ['string', 'number', 'boolean', 'array', 'object', 'null'],
};

/** The same value with one mistake of shape, or nothing where none can be made. `pick` returns a number below its argument. */
export function withMistake(schema: Schema, value: Json, pick: (count: number) => number): Mistaken | undefined {
  const sites = sitesIn(schema, value, []);
  const site = sites[pick(Math.max(1, sites.length))];
  if (site === undefined) return undefined;
  const { kind, path } = site;
  return { kind, path, value: changed(value, path, site.change(pick)) };
}

/** What becomes of the value at a path; undefined: it goes. */
type Change = Json | undefined;

interface Site extends Pick<Mistaken, 'kind' | 'path'> {
  readonly change: (pick: (count: number) => number) => Change;
}

function sitesIn(schema: Schema, value: Json, path: readonly string[]): Site[] {
  const here: Site[] = [];
  if (path.length > 0) {
    // The server takes a list for anything that has a format.
    const strangers = STRANGERS.filter(
      (one) => !admits(schema, one) && !(Array.isArray(one) && schema.format !== undefined),
    );
    if (strangers.length > 0)
      here.push({ kind: 'wrong type', path, change: (pick) => strangers[pick(strangers.length)] });
  }
  const texts = (schema.enum ?? []).filter((one) => typeof one === 'string');
  if (texts.length > 0) here.push({ kind: 'not in the enum', path, change: () => `not-${texts.join('-')}` });
  if (Array.isArray(value)) {
    const items = schema.items ?? {};
    return [...here, ...value.flatMap((item: Json, i) => sitesIn(items, item, [...path, String(i)]))];
  }
  if (typeof value !== 'object' || value === null || formOf(schema) === 'anything') return here;
  return [...here, ...sitesOfMembers(schema, value as { readonly [name: string]: Json }, path)];
}

function sitesOfMembers(schema: Schema, value: { readonly [name: string]: Json }, path: readonly string[]): Site[] {
  const names = Object.keys(value).filter((name) => path.length > 0 || !HEAD.has(name));
  const embedded = formOf(schema) === 'embedded' ? names.filter((name) => !HEAD.has(name)) : names;
  const below = embedded.flatMap((name) => {
    const member = propertyOf(schema, name);
    return member === undefined ? [] : sitesIn(member, value[name] as Json, [...path, name]);
  });
  const missing = (schema.required ?? []).filter((name) => embedded.includes(name));
  const unknown = !isOpen(schema) && Object.keys(schema.properties ?? {}).length > 0 ? ['thereIsNoSuchField'] : [];
  return [
    ...below,
    ...missing.map((name): Site => ({ kind: 'missing', path: [...path, name], change: () => undefined })),
    ...unknown.map((name): Site => ({ kind: 'unknown', path: [...path, name], change: () => 1 })),
  ];
}

/** Whether the JSON type of a value is one of the schema's. */
export function admits(schema: Schema, value: Json): boolean {
  if (value === null && admitsNull(schema)) return true;
  return ADMITTED[formOf(schema)].includes(jsonType(value));
}

function jsonType(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A copy with another value at a path, or without the one that is there. */
function changed(value: Json, [step, ...rest]: readonly string[], change: Change): Json {
  if (step === undefined) return change as Json;
  if (Array.isArray(value))
    return value.map((item: Json, i) => (String(i) === step ? changed(item, rest, change) : item));
  const members = Object.entries(value as { readonly [name: string]: Json });
  if (rest.length === 0 && change === undefined) return Object.fromEntries(members.filter(([name]) => name !== step));
  const known = members.some(([name]) => name === step) ? members : [...members, [step, null] as const];
  return Object.fromEntries(
    known.map(([name, member]) => [name, name === step ? changed(member, rest, change) : member]),
  );
}
