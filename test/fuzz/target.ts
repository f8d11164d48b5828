import type { Random } from '../faults/schedules/plan/random.js';

/** Something that reads bytes which others wrote. */
export interface FuzzTarget {
  /** Also the folder of its corpus. */
  readonly name: string;
  /** Texts that mean something to it, put into inputs here and there. */
  readonly tokens: readonly string[];
  /** Throws when what it makes of the input is not what it should. The choices are the same for the same input. */
  check(input: Buffer, random: Random): void;
}

/** Fails unless the error is one of those that a reader of bad input is meant to throw. */
export function mustBeExpected(error: unknown, ...names: readonly string[]): void {
  if (error instanceof Error && names.includes(error.name)) return;
  throw new Error(`unexpected ${error instanceof Error ? (error.stack ?? error.name) : String(error)}`);
}

/** Cuts an input into chunks, as a network would. */
export function chunksOf(input: Buffer, random: Random): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < input.length;) {
    const length = random.chance(0.5) ? random.integer(1, 4) : random.integer(1, input.length);
    chunks.push(Buffer.from(input.subarray(at, at + length)));
    at += length;
  }
  return chunks;
}
