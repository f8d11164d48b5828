import type { Figures } from '../clients/measure.js';
import type { Row } from './result.js';
import { CommandError, runCommand } from './run-command.js';
import { medians, type Numbers } from './stats.js';

/** Something to measure: a command that prints {@link Figures} as its last line. */
export interface Contender {
  readonly id: string;
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Added to its environment. Default: nothing. */
  readonly env?: { readonly [name: string]: string };
}

export interface RoundsOptions {
  readonly rounds: number;
  /** How long one run may take. Default 10 minutes. */
  readonly timeoutMs?: number;
}

/**
 * Runs every contender once a round, one after the other, so that what else the machine does meets all of them. A run that
 * fails is noted, and the others go on.
 */
export async function runRounds(contenders: readonly Contender[], options: RoundsOptions): Promise<Row[]> {
  const { rounds, timeoutMs = 600_000 } = options;
  const found = contenders.map((contender) => ({ contender, rounds: [] as Numbers[], errors: [] as string[] }));
  for (let round = 1; round <= rounds; round++) {
    for (const { contender, rounds: figures, errors } of found) {
      process.stderr.write(`round ${round} of ${rounds}: ${contender.name}\n`);
      try {
        figures.push(await runOnce(contender, timeoutMs));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        errors.push(error.message);
      }
    }
  }
  return found.map(({ contender: { id, name }, rounds: figures, errors }) => {
    return { id, name, figures: medians(figures), rounds: figures, errors };
  });
}

async function runOnce({ command, env }: Contender, timeoutMs: number): Promise<Numbers> {
  const { stdout } = await runCommand(command, { timeoutMs, ...(env && { env }) });
  const line = stdout.trim().split('\n').at(-1) ?? '';
  try {
    const figures = JSON.parse(line) as Figures;
    return Object.fromEntries(
      Object.entries(figures).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    );
  } catch (cause) {
    throw new CommandError(`${command.join(' ')} printed no figures but ${JSON.stringify(line)}`, false, { cause });
  }
}
