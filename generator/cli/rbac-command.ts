import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { UsageError } from '../errors.js';
import { makeFolder } from '../output/make-folder.js';
import { EXIT } from './exit-codes.js';
import type { Terminal } from './terminal.js';

/** What the command line gave; absent flags are undefined. */
interface RbacFlags {
  readonly tsconfig: string;
  readonly name: string;
  readonly namespace?: string;
  readonly format: 'yaml' | 'json';
  readonly out?: string;
  readonly check?: boolean;
}

/** A label of DNS, as the server takes them. */
const NAMESPACE = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

const HELP = `
Looks through the program of a tsconfig, by its types, for the resources that it caches (factories, informers,
controllers) and for its calls of the client. Files of tests are left out.

Examples:
  informer-gen rbac --name website-operator --out deploy/role.yaml
  informer-gen rbac --name website-operator --out deploy/role.yaml --check
  informer-gen rbac --tsconfig packages/operator/tsconfig.json --namespace website-operator

Exit codes: 0 done, 1 --check found a difference, or some code does not tell which resource it is about (standard error says where),
2 wrong flags.`;

/** Adds `informer-gen rbac`. `done` is given the exit code. */
export function addRbacCommand(program: Command, terminal: Terminal, done: (code: number) => void): void {
  program
    .command('rbac')
    .description('prints the role that a program needs')
    .option('--tsconfig <file>', 'the program', 'tsconfig.json')
    .option('--name <name>', 'name of the role', 'controller')
    .option('--namespace <name>', 'print a Role of this namespace (default: a ClusterRole)')
    .addOption(new Option('--format <format>', 'form of the manifest').choices(['yaml', 'json']).default('yaml'))
    .option('-o, --out <file>', 'write it there instead of printing it')
    .option('--check', 'with --out: write nothing; exit 1 if that role grants more, or less')
    .addHelpText('after', HELP)
    .action(async (flags: RbacFlags) => done(await runRbac(flags, terminal)));
}

/** Looks for what a program needs, and prints, writes or compares the role. Returns the exit code. */
async function runRbac(flags: RbacFlags, terminal: Terminal): Promise<number> {
  const { rbac } = await import('../rbac/rbac.js');
  const { tsconfig, name, namespace, format, out, check = false } = flags;
  if (namespace !== undefined && !NAMESPACE.test(namespace))
    throw new UsageError(
      `${JSON.stringify(namespace)} is no namespace: up to 63 of a-z, 0-9 and -, no - at either end`,
    );
  if (check && out === undefined) throw new UsageError('--check goes with --out: it compares that file');
  const { rules, files, unknown } = rbac({ cwd: terminal.cwd, tsconfig });
  const { roleManifest, roleYaml } = await import('../role/format-role.js');
  const options = { name, namespace };
  const manifest = roleManifest(rules, options);
  const text = format === 'yaml' ? roleYaml(rules, options) : `${JSON.stringify(manifest, undefined, 2)}\n`;
  if (rules.length === 0) terminal.error(`no use of a resource in ${files} files\n`);
  for (const location of unknown) {
    terminal.error(`${location}: cannot tell which resource this is about; add its rule by hand\n`);
  }
  const isAsWanted = await handOn(text, manifest, { out, check }, terminal);
  return unknown.length > 0 || !isAsWanted ? EXIT.failed : EXIT.ok;
}

/** Prints or writes a role, or compares it with the one that is there: false where they differ. */
async function handOn(
  text: string,
  manifest: object,
  { out, check }: { readonly out: string | undefined; readonly check: boolean },
  terminal: Terminal,
): Promise<boolean> {
  if (out === undefined) terminal.print(text);
  else if (check) {
    const { differenceOfRoles } = await import('../rbac/compare-roles.js');
    const difference = differenceOfRoles(manifest, path.resolve(terminal.cwd, out));
    if (difference !== undefined) terminal.error(`${out} is out of date: ${difference}\n`);
    return difference === undefined;
  } else {
    const file = path.resolve(terminal.cwd, out);
    makeFolder(path.dirname(file));
    writeFileSync(file, text);
  }
  return true;
}
