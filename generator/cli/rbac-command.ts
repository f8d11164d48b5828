import { Option } from 'commander';
import type { Command } from 'commander';
import { EXIT } from './exit-codes.js';
import type { Terminal } from './terminal.js';

/** What the command line gave; absent flags are undefined. */
interface RbacFlags {
  readonly tsconfig: string;
  readonly name: string;
  readonly namespace?: string;
  readonly format: 'yaml' | 'json';
}

const HELP = `
Looks through the program of a tsconfig, by its types, for the resources that it caches (factories, informers,
controllers) and for its calls of the client. Files of tests are left out.

Examples:
  informer-gen rbac --name website-operator > deploy/role.yaml
  informer-gen rbac --tsconfig packages/operator/tsconfig.json --namespace website-operator

Exit codes: 0 done, 1 some code does not tell which resource it is about (standard error says where), 2 wrong flags.`;

/** Adds `informer-gen rbac`. `done` is given the exit code. */
export function addRbacCommand(program: Command, terminal: Terminal, done: (code: number) => void): void {
  program
    .command('rbac')
    .description('prints the role that a program needs')
    .option('--tsconfig <file>', 'the program', 'tsconfig.json')
    .option('--name <name>', 'name of the role', 'controller')
    .option('--namespace <name>', 'print a Role of this namespace (default: a ClusterRole)')
    .addOption(new Option('--format <format>', 'form of the manifest').choices(['yaml', 'json']).default('yaml'))
    .addHelpText('after', HELP)
    .action(async (flags: RbacFlags) => done(await runRbac(flags, terminal)));
}

/** Looks for what a program needs, and prints the role. Returns the exit code. */
async function runRbac({ tsconfig, name, namespace, format }: RbacFlags, terminal: Terminal): Promise<number> {
  const { rbac } = await import('../rbac/rbac.js');
  const { roleManifest, roleYaml } = await import('../role/format-role.js');
  const { rules, files, unknown } = rbac({ cwd: terminal.cwd, tsconfig });
  const options = { name, namespace };
  terminal.print(
    format === 'yaml' ? roleYaml(rules, options) : `${JSON.stringify(roleManifest(rules, options), undefined, 2)}\n`,
  );
  if (rules.length === 0) terminal.error(`no use of a resource in ${files} files\n`);
  for (const location of unknown) {
    terminal.error(`${location}: cannot tell which resource this is about; add its rule by hand\n`);
  }
  return unknown.length > 0 ? EXIT.failed : EXIT.ok;
}
