import type { Body } from './subject.js';

/** A place in an object: the keys that lead to it. */
type Path = readonly (string | number)[];

/** What a {@link mutated} object is made by: numbers that a generator has chosen, so that they can be shrunk. */
export interface Mutation {
  /** Which place of the object; any number. */
  readonly place: number;
  /** What is done there. */
  readonly how: 'drop' | 'replace' | 'retype' | 'unknown' | 'repeat' | 'null' | 'graft';
  /** Which value is put there; any number. */
  readonly value: number;
}

const TEXTS = ['', 'a', 'b', 'A', 'a_b', 'a.b', 'a/b', '1', 'x'.repeat(64), 'None', 'Always', '10.0.0.1', '5%', '1Gi'];
const NUMBERS = [0, 1, 2, -1, 5, 80, 70_000, 2_147_483_648, 1.5];
const OTHER_TYPES: readonly unknown[] = ['text', 7, true, [], {}, ['a'], { a: 'b' }];

/** The object with one change. Its name, kind and version stay. `donor` gives what is grafted. */
export function mutated(body: Body, { place, how, value }: Mutation, donor: Body): Body {
  const places = placesOf(body);
  const path = places[place % Math.max(places.length, 1)];
  if (path === undefined) return body;
  const present = at(body, path);
  switch (how) {
    case 'drop':
      return changed(body, path, undefined);
    case 'null':
      return changed(body, path, null);
    case 'replace':
      return changed(body, path, otherValue(present, value));
    case 'retype':
      return changed(body, path, OTHER_TYPES[value % OTHER_TYPES.length]);
    case 'unknown':
      return isRecord(present) ? changed(body, [...path, 'odd'], value) : body;
    case 'repeat':
      return Array.isArray(present) && present.length > 0 ? changed(body, path, [...present, present[0]]) : body;
    case 'graft': {
      const found = at(donor, path);
      return found === undefined ? body : changed(body, path, found);
    }
  }
}

/** Every place but those that say what the object is and what it is called. */
export function placesOf(body: Body): Path[] {
  const found: Path[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (path.length > 0) found.push(path);
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, index]);
    else if (isRecord(value)) for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  visit(body, []);
  const identity = new Set(['apiVersion', 'kind', 'metadata', 'metadata.name', 'metadata.generateName']);
  return found.filter((path) => !identity.has(path.join('.')));
}

/** The value at a place; undefined where there is none. */
export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Readonly<Record<string | number, unknown>> | null | undefined)?.[key],
    value,
  );
}

/** A copy with another value at a place; undefined takes it away. */
export function changed(value: unknown, path: Path, next: unknown): Body {
  return change(value, path, next) as Body;
}

function change(value: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(value)) {
    const inner = change(value[Number(key)], rest, next);
    return value.flatMap((item: unknown, index) => (index === key ? (inner === undefined ? [] : [inner]) : [item]));
  }
  const { [key]: present, ...others } = isRecord(value) ? value : {};
  const inner = change(present, rest, next);
  return inner === undefined ? others : { ...others, [key]: inner };
}

function otherValue(present: unknown, value: number): unknown {
  if (typeof present === 'string') return TEXTS[value % TEXTS.length];
  if (typeof present === 'number') return NUMBERS[value % NUMBERS.length];
  if (typeof present === 'boolean') return !present;
  return Array.isArray(present) ? [] : {};
}

/** Whether a value is an object of JSON. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
