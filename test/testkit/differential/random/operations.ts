import fc from 'fast-check';
import type { Mutation } from './mutations.js';

/** What a random request is made of: choices and numbers, so that it can be shrunk. */
export interface Operation {
  readonly verb: Verb;
  readonly name: 'x' | 'y';
  /** Which bodies are taken; any number. */
  readonly one: number;
  readonly other: number;
  readonly mutations: readonly Mutation[];
  readonly metadata: number;
  /** Which variant of the verb; any number. */
  readonly variant: number;
  readonly manager: 'a' | 'b';
  readonly dryRun: boolean;
  readonly fieldValidation: '' | 'Strict' | 'Ignore';
}

/** Verbs by how often they come. */
const WEIGHTS = {
  create: 4,
  createGood: 3,
  replace: 4,
  edit: 4,
  merge: 4,
  strategic: 3,
  operations: 3,
  apply: 6,
  applyGood: 4,
  metadata: 3,
  status: 3,
  scale: 2,
  delete: 3,
  deleteCollection: 1,
  read: 2,
  list: 2,
  subresource: 1,
  odd: 2,
} as const;

/** What a request does; `edit` replaces what was read with a change in it, as controllers do. */
export type Verb = keyof typeof WEIGHTS;

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(10_000),
  how: fc.constantFrom('drop', 'replace', 'replace', 'retype', 'unknown', 'repeat', 'null', 'graft', 'graft'),
  value: fc.nat(10_000),
});

/** One random request. */
export const operation: fc.Arbitrary<Operation> = fc.record({
  verb: fc.oneof(
    ...Object.entries(WEIGHTS).map(([verb, weight]) => ({ arbitrary: fc.constant(verb as Verb), weight })),
  ),
  name: fc.constantFrom('x', 'x', 'x', 'y'),
  one: fc.nat(10_000),
  other: fc.nat(10_000),
  mutations: fc.oneof(
    { arbitrary: fc.constant([]), weight: 2 },
    { arbitrary: fc.array(mutation, { maxLength: 2 }), weight: 3 },
  ),
  metadata: fc.nat(10_000),
  variant: fc.nat(10_000),
  manager: fc.constantFrom('a', 'b'),
  dryRun: fc.constantFrom(false, false, false, false, true),
  fieldValidation: fc.constantFrom('', '', '', 'Strict', 'Ignore'),
});
