import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileOutput } from '../../generator/corpus/compile-output.js';
import { keyText, literal } from '../values/literals.js';
import type { Json } from '../values/schema.js';

/** A value to be compiled as a literal of a type. */
export interface TypedLiteral {
  /** As the text of a type: `ResourceTypes['example.com/v1']['widgets']`. */
  readonly type: string;
  readonly value: Json;
}

/** What the compiler says of one literal. */
export interface Complaint {
  /** Names and positions from the root of the literal; of something missing, of that in which it is missing. */
  readonly path: readonly string[];
  readonly message: string;
}

/** How {@link complaintsAbout} compiles. */
export interface LiteralsOptions {
  /** The folder of generated code; the literals become a file beside its `generic.ts`. */
  readonly out: string;
  /** The folder of the runtime's declarations. */
  readonly runtime: string;
  /** Imports for the types. */
  readonly imports: string;
}

const FILE = 'literals.ts';

/**
 * Compiles all literals at once, and returns what the compiler says of each, in the same order. Each property and each
 * item stands on a line of its own: the line of an error tells its path.
 */
export async function complaintsAbout(
  literals: readonly TypedLiteral[],
  { out, runtime, imports }: LiteralsOptions,
): Promise<Complaint[][]> {
  const lines: Line[] = [{ text: imports }];
  literals.forEach(({ type, value }, position) => {
    printed(lines, value, { position, path: [], before: `export const value${position}: ${type} = `, after: ';' });
  });
  writeFileSync(path.join(out, FILE), lines.map(({ text }) => `${text}\n`).join(''));
  const said = await compileOutput(out, { runtime, options: { noUnusedLocals: false } });
  const complaints: Complaint[][] = literals.map(() => []);
  for (const message of said) {
    if (message.startsWith(' ')) continue;
    const [, line] = message.match(/literals\.ts\((\d+),\d+\): error/) ?? [];
    const where = line === undefined ? undefined : lines[Number(line) - 1];
    if (where?.position === undefined) throw new Error(`not about a literal: ${message}`);
    complaints[where.position]?.push({ path: where.path ?? [], message });
  }
  return complaints;
}

/** One line of the file, and of which literal it is which part. */
interface Line {
  readonly text: string;
  readonly position?: number;
  readonly path?: readonly string[];
}

interface Where {
  readonly position: number;
  readonly path: readonly string[];
  readonly before: string;
  readonly after: string;
}

function printed(lines: Line[], value: Json, where: Where): void {
  const { position, path: at, before, after } = where;
  const line = (text: string): void => void lines.push({ text, position, path: at });
  if (typeof value !== 'object' || value === null) return line(`${before}${literal(value)}${after}`);
  const isList = Array.isArray(value);
  line(`${before}${isList ? '[' : '{'}`);
  for (const [name, member] of Object.entries(value)) {
    printed(lines, member, { position, path: [...at, name], before: isList ? '' : `${keyText(name)}: `, after: ',' });
  }
  line(`${isList ? ']' : '}'}${after}`);
}
