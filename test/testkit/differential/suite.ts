import { differences, sameReason } from './compare.js';
import type { Difference } from './compare.js';
import { requestClass } from './request-class.js';
import type { RequestClass } from './request-class.js';
import { runSequence } from './runner.js';
import type { ServerPair } from './servers.js';
import type { Sequence, Step } from './step.js';

/** What one request led to on both servers. */
export interface Comparison {
  /** `sequence › title`. */
  readonly name: string;
  readonly step: Step;
  readonly class: RequestClass;
  readonly differences: readonly Difference[];
  readonly sameReason: boolean;
}

/** How many answers of a class are equal. */
export interface ClassShare {
  readonly class: RequestClass;
  readonly requests: number;
  /** Equal in status, reason, message, causes, warnings and body. */
  readonly equal: number;
  /** Equal in status and reason. */
  readonly sameReason: number;
}

/** How many sequences are under way at once. */
const CONCURRENCY = 6;

/** Runs sequences on both servers, each in a namespace of its own that exists on both under one name. */
export async function compareSequences(
  servers: ServerPair,
  sequences: readonly Sequence[],
  suffix: string,
): Promise<Comparison[]> {
  const results: Comparison[][] = sequences.map(() => []);
  const queue = sequences.entries();
  const work = async (): Promise<void> => {
    for (const [index, sequence] of queue)
      results[index] = await compareSequence(servers, sequence, `d${index}-${suffix}`);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return results.flat();
}

/** Runs one sequence on both servers in a new namespace. */
export async function compareSequence(
  servers: ServerPair,
  sequence: Sequence,
  namespace: string,
): Promise<Comparison[]> {
  const body = JSON.stringify({ metadata: { name: namespace } });
  const headers = { 'content-type': 'application/json' };
  const creation = { method: 'POST', path: '/api/v1/namespaces', headers, body };
  await Promise.all([servers.real(creation), servers.simulated(creation)]);
  const [real, simulated] = await Promise.all([
    runSequence(sequence, namespace, servers.real),
    runSequence(sequence, namespace, servers.simulated),
  ]);
  return sequence.steps.map((step, index) => {
    const [expected, actual] = [real[index], simulated[index]];
    if (expected === undefined || actual === undefined) throw new Error(`no answer to ${step.title}`);
    return {
      name: `${sequence.name} › ${step.title}`,
      step,
      class: requestClass(step.path),
      differences: differences(expected, actual),
      sameReason: sameReason(expected, actual),
    };
  });
}

/** The share of equal answers by class. */
export function shares(comparisons: readonly Comparison[]): ClassShare[] {
  const classes: readonly RequestClass[] = ['custom resources', 'kinds that controllers write', 'others'];
  return classes.map((name) => {
    const own = comparisons.filter((comparison) => comparison.class === name);
    return {
      class: name,
      requests: own.length,
      equal: own.filter((comparison) => comparison.differences.length === 0).length,
      sameReason: own.filter((comparison) => comparison.sameReason).length,
    };
  });
}

/** The shares as lines of text. */
export function describeShares(all: readonly ClassShare[]): string {
  const percent = (part: number, whole: number): string =>
    `${whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10} %`;
  return all
    .map(
      ({ class: name, requests, equal, sameReason: same }) =>
        `${name}: ${requests} requests, ${percent(equal, requests)} equal, ${percent(same, requests)} equal by status and reason`,
    )
    .join('\n');
}
