import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sequence } from '../step.js';

const FOLDER = join(import.meta.dirname, 'recorded');

/** Sequences that are data: one request a line, in files beside this one. */
export const recordedSequences: readonly Sequence[] = readdirSync(FOLDER)
  .sort()
  .flatMap((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as readonly Sequence[]);
