import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describeDifference } from '../compare.js';
import { randomSequence } from './sequences.js';
import type { Subject } from './subject.js';
import type { ServerPair } from '../servers.js';
import { compareSequence, compareSequences } from '../suite.js';
import type { Comparison } from '../suite.js';

/** How many random sequences there are to be, and from which seed. */
export interface RandomOptions {
  readonly seed: number;
  readonly numRuns: number;
}

/**
 * Parts of an answer that may differ: words, for which the page of differences says where, and the version, which some
 * kinds raise although nothing changes.
 */
const WORDING = /^(warnings|body\.message|body\.details\.causes\[\d+\]|body\.metadata\.resourceVersion$)/;

/**
 * Sends random sequences to both servers. Returns undefined where they answer alike, up to the wording of refusals;
 * otherwise the smallest sequence found that they answer differently, as text.
 */
export async function findDifference(
  servers: ServerPair,
  subject: Subject,
  { seed, numRuns }: RandomOptions,
): Promise<string | undefined> {
  const property = fc.asyncProperty(randomSequence(subject), async (sequence) => {
    const namespace = `r${randomBytes(4).toString('hex')}`;
    const found = (await compareSequence(servers, sequence, namespace)).filter(differs);
    if (found.length > 0) throw new Error(found.map(textOf).join('\n'));
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed: seed + hashOf(subject.path),
    numRuns,
  });
  if (!failed) return undefined;
  const steps = counterexample?.[0]?.steps.slice(subject.preparation.length) ?? [];
  const requests = steps.map((step) => JSON.stringify(step)).join('\n');
  return `${errorInstance instanceof Error ? errorInstance.message : ''}\n${requests}`;
}

/** Sends random sequences to both servers; the comparisons of all their requests, those of the preparation left out. */
export async function compareRandomly(
  servers: ServerPair,
  subject: Subject,
  { seed, numRuns }: RandomOptions,
): Promise<Comparison[]> {
  const sequences = fc.sample(randomSequence(subject), { seed: seed + hashOf(subject.path), numRuns });
  const prepared = new Set(subject.preparation);
  const all = await compareSequences(servers, sequences, randomBytes(3).toString('hex'));
  return all.filter(({ step }) => !prepared.has(step));
}

/** So that no two collections get the same requests. */
function hashOf(path: string): number {
  return [...path].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) % 1_000_003, 7);
}

/** Whether two answers differ in more than words. */
function differs({ differences, sameReason }: Comparison): boolean {
  return !sameReason || differences.some(({ path }) => !WORDING.test(path));
}

function textOf({ name, differences }: Comparison): string {
  return [name, ...differences.slice(0, 4).map((difference) => `  ${describeDifference(difference)}`)].join('\n');
}
