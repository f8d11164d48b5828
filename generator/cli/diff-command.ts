import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { UsageError } from '../errors.js';
import type { DiffFormat } from '../diff/format/format.js';
import type { FailOn } from '../diff/options.js';
import { describeProblem } from '../input/problem.js';
import { EXIT } from './exit-codes.js';
import { progressLine } from './progress.js';
import { addSelectionOptions } from './selection-options.js';
import type { Terminal } from './terminal.js';

/** What the command line gave; absent flags are undefined. */
export interface DiffFlags {
  readonly format: DiffFormat;
  readonly out?: string;
  readonly failOn: FailOn;
  readonly usage?: string;
  readonly breakingOnly?: boolean;
  readonly include?: string[];
  readonly exclude?: string[];
  readonly versions?: 'served' | 'storage' | 'all';
  readonly enums?: 'open' | 'closed';
  readonly kubeconfig?: string;
}

const HELP = `
Either side may be:
  ./crds, swagger.json, 'charts/**/crds/*.yaml', -    CRDs and OpenAPI (v2, v3): files, folders, globs, standard input
  cluster, cluster:staging                            what a live API server serves
  git:v1.2.0:crds, main:crds                          files of a git revision
  ./generated                                         what the checked-in manifest there was generated from; if that
                                                      is not at hand (a cluster), the generated types themselves

Examples:
  informer-gen diff git:main:crds ./crds --fail-on breaking
  informer-gen diff swagger-v1.31.0.json swagger-v1.33.0.json --format html --out diff.html
  informer-gen diff ./generated cluster:production        has the cluster moved on?
  informer-gen diff ./crds ./crds-new --usage tsconfig.json
  informer-gen diff v1.2.0:crds ./crds --format markdown | gh pr comment --body-file -

Each change is classed: it breaks readers (code that gets objects), writers (code that makes them), both, or neither.
With --usage, the program must still be on the old types; uses are found by symbol, not by name.

Exit codes: 0 done, 1 there are changes that --fail-on names, or an input could not be read in part, 2 wrong flags.`;

/** Adds `informer-gen diff`. `done` is given the exit code. */
export function addDiffCommand(program: Command, terminal: Terminal, done: (code: number) => void): void {
  const diff = program
    .command('diff')
    .description('tells what changed between two versions of an API, and whose code that breaks')
    .argument('<old>', 'the API before')
    .argument('<new>', 'the API after')
    .addOption(
      new Option('--format <format>', 'form of the report')
        .choices(['terminal', 'markdown', 'json', 'html'])
        .default('terminal'),
    )
    .option('-o, --out <file>', 'write the report to a file')
    .addOption(
      new Option('--fail-on <changes>', 'exit with 1 if there are such changes')
        .choices(['none', 'any', 'breaking', 'breaking-readers', 'breaking-writers'])
        .default('none'),
    )
    .option('--usage <tsconfig>', 'show where this program touches what breaks')
    .option('--breaking-only', 'leave compatible changes out of the report');
  addSelectionOptions(diff)
    .addOption(new Option('--enums <how>', 'as for the generator').choices(['open', 'closed']))
    .option('--kubeconfig <file>', 'for cluster: the kubeconfig file')
    .addHelpText('after', HELP)
    .action(async (old: string, now: string, _flags: DiffFlags, command: Command) => {
      // Flags that the program has too (--out, --include) go to the program when they come before the command's own.
      done(await runDiff(old, now, command.optsWithGlobals<DiffFlags>(), terminal));
    });
}

/** Compares and prints. Returns the exit code. */
export async function runDiff(old: string, now: string, flags: DiffFlags, terminal: Terminal): Promise<number> {
  const { diff, failsOn } = await import('../diff/diff.js');
  const { formatDiff } = await import('../diff/format/format.js');
  const progress = progressLine(terminal, true);
  try {
    const { include, exclude, versions, enums, kubeconfig, usage } = flags;
    const chosen = { include, exclude, versions, enums, kubeconfig, usage };
    const report = await diff({ ...chosen, old, new: now, cwd: terminal.cwd, onProgress: progress.step });
    progress.clear();
    for (const problem of [...report.old.problems, ...report.new.problems])
      terminal.error(`${describeProblem(problem)}\n`);
    const { format, breakingOnly } = flags;
    const colours = flags.out === undefined && process.stdout.isTTY && !process.env['NO_COLOR'];
    const text = formatDiff(report, { format, breakingOnly, colours: colours && terminal.interactive });
    if (flags.out === undefined) terminal.print(text);
    else writeReport(flags.out, text, terminal);
    return failsOn(report, flags.failOn) ? EXIT.failed : EXIT.ok;
  } finally {
    progress.clear();
  }
}

function writeReport(file: string, text: string, terminal: Terminal): void {
  try {
    writeFileSync(path.resolve(terminal.cwd, file), text);
  } catch (error) {
    throw new UsageError(`the report cannot be written: ${(error as Error).message}`);
  }
  terminal.error(`wrote ${file}\n`);
}
