import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

type WithHelp<T extends ParseArgsConfig> = T & { options: T['options'] & { help: { type: 'boolean' } } };

/**
 * Reads the command line of a script. `--help` prints the comment at the head of its file, which says how it is called, and
 * ends; what the script does not know is one line on stderr, and exit code 2.
 *
 * @example
 *   const { values } = readCommandLine(import.meta.url, { options: { seed: { type: 'string', default: '1' } } });
 */
export function readCommandLine<const T extends ParseArgsConfig>(
  script: string,
  config: T,
): ReturnType<typeof parseArgs<WithHelp<T>>> {
  const options = { ...config.options, help: { type: 'boolean' } } as const;
  try {
    const found = parseArgs<WithHelp<T>>({ ...config, options });
    if ((found.values as { help?: boolean }).help !== true) return found;
  } catch (error) {
    refuse(error instanceof Error ? (error.message.split(/\. |\.$/)[0] ?? '') : String(error));
  }
  process.stdout.write(`${headOf(readFileSync(fileURLToPath(script), 'utf8'))}\n`);
  process.exit(0);
}

/** The number that an option has; anything but a whole number of at least `least` is one line on stderr, and exit code 2. */
export function wholeNumber(option: string, text: string, least = 1): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  return refuse(`--${option} takes a whole number of at least ${least}, not ${JSON.stringify(text)}`);
}

/** The number above zero that an option has, with the same end for anything else. */
export function positiveNumber(option: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  return refuse(`--${option} takes a number above 0, not ${JSON.stringify(text)}`);
}

/** Ends the script because of what it was called with: one line on stderr, and exit code 2. */
export function refuse(problem: string): never {
  process.stderr.write(`${problem}. Run with --help to see what there is.\n`);
  process.exit(2);
}

/** The text of the first comment of a file. */
function headOf(source: string): string {
  const [, comment = ''] = /\/\*\*?([\s\S]*?)\*\//.exec(source) ?? [];
  return comment
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, ''))
    .join('\n')
    .trim();
}
