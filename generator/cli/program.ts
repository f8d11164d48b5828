import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { UsageError } from '../errors.js';
import { generatorVersion } from '../package-files.js';
import { addDiffCommand } from './diff-command.js';
import { runGenerate } from './generate-command.js';
import type { GenerateFlags } from './generate-command.js';
import type { InitFlags } from './init-command.js';
import { addRbacCommand } from './rbac-command.js';
import { addSelectionOptions } from './selection-options.js';
import type { Terminal } from './terminal.js';

const EXAMPLES = `
Examples:
  informer-gen --crd ./crds                         all CRDs of a folder, into ./generated
  informer-gen --crd 'charts/*/crds/*.yaml' --out src/k8s
  kubectl get crd -o yaml | informer-gen --crd -    CRDs from standard input
  informer-gen --openapi swagger.json --include 'apps/v1' 'core/v1/{Pod,Node}'
  informer-gen --cluster --context staging          whatever a cluster serves
  informer-gen --check                              in CI: fails if the output is out of date
  informer-gen init                                 writes a config file for this folder
  informer-gen init --operator my-operator --crd ./crds   a project that builds, tests and runs
  informer-gen diff main:crds ./crds                what changed since main, and whose code that breaks
  informer-gen rbac --name my-controller            the role that the program of tsconfig.json needs

Exit codes: 0 done, 1 --check found a difference, some input could not be generated, or diff found what --fail-on names,
2 wrong flags or config.`;

const INIT_EXAMPLES = `
Examples:
  informer-gen init
  informer-gen init --format yaml
  informer-gen init --operator website-operator --crd ./crds`;

/** The command line. `done` is given the exit code of the command that ran. */
export function createProgram(terminal: Terminal, done: (code: number) => void): Command {
  const program = new Command('informer-gen')
    .description('Generates typed Kubernetes informers, listers and a factory from CRDs, OpenAPI or a live cluster.')
    .version(generatorVersion())
    .exitOverride()
    // What comes after a command is the command's: `init --force`.
    .enablePositionalOptions()
    .configureOutput({ writeOut: (text) => terminal.print(text), writeErr: (text) => terminal.error(text) })
    .showSuggestionAfterError()
    .helpCommand(true)
    .allowExcessArguments()
    .addHelpText('after', EXAMPLES);
  addGenerateOptions(program).action(async (flags: GenerateFlags) => {
    refuseWords(program, terminal);
    done(await runGenerate(flags, terminal));
  });
  program
    .command('init')
    .description(
      'writes a config file for the CRDs and OpenAPI documents of this folder, or the project of an operator',
    )
    .addOption(new Option('--format <format>', 'kind of config file').choices(['ts', 'json', 'yaml']).default('ts'))
    .option('--force', 'overwrite an existing config file')
    .option('--operator <name>', 'write the project of an operator instead: code, tests, manifests, image')
    .option('--crd <path...>', 'with --operator: CRDs of what it reconciles (default: a sample)')
    .option('-o, --out <folder>', 'with --operator: the folder of the project (default: its name)')
    .addHelpText('after', INIT_EXAMPLES)
    .action(async (flags: InitFlags) => {
      const { runInit } = await import('./init-command.js');
      done(await runInit(flags, terminal));
    });
  addDiffCommand(program, terminal, done);
  addRbacCommand(program, terminal, done);
  program
    .command('completion')
    .description('prints a completion script')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText(
      'after',
      '\nExamples:\n  source <(informer-gen completion bash)\n  informer-gen completion fish | source',
    )
    .action(async (shell: string) => {
      const { completionScript } = await import('./completion.js');
      terminal.print(completionScript(shell, program));
      done(0);
    });
  for (const command of program.commands)
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.print(text),
      writeErr: (text) => terminal.error(text),
    });
  return program;
}

/** Throws a {@link UsageError} where there is a word that belongs to no flag: a command that is none, or an input. */
function refuseWords(program: Command, { cwd }: Terminal): void {
  const [word] = program.args;
  if (word === undefined) return;
  if (existsSync(path.resolve(cwd, word)))
    throw new UsageError(`${word} is no command: inputs go with a flag, as in informer-gen --crd ${word}`);
  const names = program.createHelp().visibleCommands(program);
  const known = names.map((command) => command.name()).join(', ');
  throw new UsageError(`${JSON.stringify(word)} is no command; there are ${known}. Inputs go with a flag, as --crd`);
}

function addGenerateOptions(program: Command): Command {
  program
    .optionsGroup('Inputs (they may be mixed):')
    .option('--crd <path...>', 'CRD files, folders, globs, or - for standard input')
    .option('--openapi <path...>', 'Kubernetes OpenAPI documents (v2 or v3), or folders of them')
    .option('--cluster', 'read CRDs and OpenAPI from the API server that kubectl would use')
    .option('--kubeconfig <file>', 'with --cluster: the kubeconfig file')
    .option('--context <name>', 'with --cluster: the context of the kubeconfig')
    .option('--allow-partial', 'with --cluster: warn about parts of the API that cannot be read, and leave them out')
    .option(
      '-c, --config <file>',
      'config file (default: informer-gen.config.{ts,mts,js,mjs,json,yaml} here; all but the last two are run)',
    )
    .optionsGroup('What to generate:');
  return addSelectionOptions(program)
    .optionsGroup('How:')
    .option('-o, --out <folder>', 'output folder (default: generated)')
    .option('--no-docs', 'leave descriptions out')
    .option('--no-readme', 'write no README.md into the output')
    .addOption(
      new Option(
        '--enums <how>',
        "whether enums admit unlisted values (default: only in Kubernetes' own types)",
      ).choices(['open', 'closed']),
    )
    .addOption(
      new Option('--import-extension <ext>', 'how relative imports end (default: .js)').choices(['.js', '.ts', 'none']),
    )
    .addOption(
      new Option('--layout <how>', "a CRD's types apart from its informer, or in one module (default: split)").choices([
        'split',
        'merged',
      ]),
    )
    .addOption(
      new Option('--emit <what>', 'TypeScript, or JavaScript with declarations (default: ts)').choices(['ts', 'js']),
    )
    .option('--runtime-module <name>', 'module that the output imports (default: @informer-gen/runtime/codegen/v1)')
    .option('--kubernetes-types <module>', 'package to import exactly equal Kubernetes types from (default: none)')
    .option('--header-file <file>', 'text to put before each file, as a comment')
    .addOption(
      new Option('--verify <how>', 'check of the output before it is written (default: syntax)').choices([
        'none',
        'syntax',
        'types',
      ]),
    )
    .option('--skip-invalid', 'inputs that cannot be read are warnings, not errors')
    .optionsGroup('Running:')
    .option('--check', 'write nothing; exit 1 and show what differs if the output is out of date')
    .option('--dry-run', 'write nothing; show what would change')
    .option('--prune', 'remove what a run with other inputs wrote')
    .option('--allow-empty', 'generate also where no resource is left, which removes all that there was')
    .option('--force', 'do all the work even if nothing changed; with --check, do not trust the manifest')
    .option('-w, --watch', 'generate again whenever an input changes')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'print errors only');
}
