import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../faults/schedules/plan/random.js';
import { mutate } from './mutate.js';
import type { FuzzTarget } from './target.js';

const CORPUS = join(import.meta.dirname, 'corpus');

/** An input that a target did not stand. */
export interface Finding {
  readonly target: string;
  readonly input: Buffer;
  readonly error: Error;
}

/** The inputs that are checked in for a target, by file name. Every one that ever failed is among them. */
export function corpusOf({ name }: FuzzTarget): ReadonlyMap<string, Buffer> {
  const folder = join(CORPUS, name);
  const files = readdirSync(folder).sort();
  return new Map(files.map((file) => [file, readFileSync(join(folder, file))]));
}

/** Adds the input of a finding to the corpus; returns the file. */
export function retain({ target, input }: Finding): string {
  const file = join(CORPUS, target, `found-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`);
  mkdirSync(join(CORPUS, target), { recursive: true });
  writeFileSync(file, input);
  return file;
}

/** Checks one input. The choices that the check makes depend on the input alone. */
export function checkInput(target: FuzzTarget, input: Buffer): Finding | undefined {
  const seed = createHash('sha256').update(input).digest().readUInt32LE(0);
  try {
    target.check(input, new Random(seed));
    return undefined;
  } catch (error) {
    return { target: target.name, input, error: error as Error };
  }
}

/** Checks the corpus, then inputs made of it until `goesOn` says no. The same seed makes the same inputs. */
export function* fuzz(target: FuzzTarget, seed: number, goesOn: (inputs: number) => boolean): Generator<Finding> {
  const inputs = [...corpusOf(target).values()];
  for (const input of inputs) {
    const finding = checkInput(target, input);
    if (finding) yield finding;
  }
  const random = new Random(seed);
  for (let made = 0; goesOn(made); made += 1) {
    const finding = checkInput(target, mutate(inputs, target.tokens, random));
    if (finding) yield finding;
  }
}
