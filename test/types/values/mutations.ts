import { formOf, isOpen, propertyOf, requiredOf, type Form, type Json, type Schema } from './schema.js';
import { sample, sampleFields, set } from './sample.js';

/** What is wrong with a value. */
export type Mistake = 'wrong type' | 'wrong enum' | 'missing required' | 'unknown property';

/** A value that a schema does not admit, for one reason. */
export interface Mutation {
  readonly mistake: Mistake;
  /** Where, as a path of property names, `[]` and `{}`. */
  readonly path: readonly string[];
  readonly value: Json;
}

/** Made by {@link mutationsOf}: where one mistake can be made, and how. */
interface Site {
  readonly mistake: Mistake;
  readonly path: readonly string[];
  readonly make: () => Json;
}

/** A value of none of the types that a form has. A text has a `length`, as some objects must: for those, a truth value. */
const WRONG: Readonly<Record<Form, Json | undefined>> = {
  string: 42,
  number: 'forty-two',
  boolean: 'true',
  'int-or-string': true,
  array: 'text',
  object: true,
  embedded: true,
  anything: undefined,
};

/** What {@link mutationsOf} walks. */
export interface MutationOptions {
  /** Of each kind of mistake, how many; spread over the schema. */
  readonly perMistake: number;
  /** Properties of the root that are not the schema's to say. */
  readonly except: ReadonlySet<string>;
}

/** Objects with one mistake each, otherwise as small as they may be. */
export function mutationsOf(schema: Schema, { perMistake, except }: MutationOptions): Mutation[] {
  const sites: Site[] = [];
  walk(schema, [], (site) => sites.push(site), except);
  const mistakes = [...new Set(sites.map(({ mistake }) => mistake))];
  return mistakes.flatMap((mistake) => {
    const here = sites.filter((site) => site.mistake === mistake);
    const step = Math.max(1, Math.floor(here.length / perMistake));
    return here
      .filter((_, position) => position % step === 0)
      .slice(0, perMistake)
      .map(({ path, make }) => ({ mistake, path, value: along(schema, path, make) }));
  });
}

const MAX_DEPTH = 12;

function walk(
  schema: Schema,
  path: readonly string[],
  found: (site: Site) => void,
  except?: ReadonlySet<string>,
): void {
  if (path.length > MAX_DEPTH) return;
  const wrong = WRONG[formOf(schema)];
  if (wrong !== undefined && path.length > 0) found({ mistake: 'wrong type', path, make: () => wrong });
  const texts = (schema.enum ?? []).filter((value) => typeof value === 'string');
  if (formOf(schema) === 'string' && texts.length > 0) {
    found({ mistake: 'wrong enum', path, make: () => `not-${texts.join('-')}` });
  }
  if (formOf(schema) === 'array' && schema.items !== undefined) walk(schema.items, [...path, '[]'], found);
  if (formOf(schema) === 'object') walkObject(schema, path, found, except);
}

function walkObject(
  schema: Schema,
  path: readonly string[],
  found: (site: Site) => void,
  except: ReadonlySet<string> = new Set(),
): void {
  const values = schema.additionalProperties;
  // Some CRDs spell an empty mapping as null.
  const properties = schema.properties ?? {};
  const names = Object.keys(properties).filter((name) => !except.has(name));
  if (names.length === 0 && typeof values === 'object') walk(values, [...path, '{}'], found);
  for (const name of names) walk(properties[name] ?? {}, [...path, name], found);
  // Of a choice any branch may be taken: what only the first one requires may be missing.
  const certain = (schema.required ?? []).filter((name) => names.includes(name));
  for (const name of certain) {
    found({ mistake: 'missing required', path, make: () => without(sampleFields(schema, 'required'), name) });
  }
  if (names.length > 0 && !isOpen(schema)) {
    const make = (): Json => ({ ...sampleFields(schema, 'required'), thereIsNoSuchField: 1 });
    found({ mistake: 'unknown property', path, make });
  }
}

function without(object: { readonly [name: string]: Json }, name: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** The smallest value that reaches the end of a path, with what `make` gives there. */
function along(schema: Schema, path: readonly string[], make: () => Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return make();
  if (step === '[]') return [along(schema.items ?? {}, rest, make)];
  if (step === '{}' && typeof schema.additionalProperties === 'object') {
    return { key: along(schema.additionalProperties, rest, make) };
  }
  const result = Object.fromEntries(
    requiredOf(schema).map((name) => [name, sample(propertyOf(schema, name) ?? {}, 'required')]),
  );
  set(result, step, along(propertyOf(schema, step) ?? {}, rest, make));
  return result;
}
