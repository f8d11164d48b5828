import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { UsageError } from '../errors.js';
import { configName, configsIn } from '../config/load-config.js';
import type { InformerGenConfig } from '../config/options.js';
import { DEFAULT_OUT } from '../config/settings.js';
import { isInputFile } from '../input/find-files.js';
import { EXIT } from './exit-codes.js';
import type { Terminal } from './terminal.js';

const IGNORED: ReadonlySet<string> = new Set(['node_modules', 'dist', DEFAULT_OUT]);
const MAX_DEPTH = 5;

/** What the command line gave; absent flags are undefined. */
export interface InitFlags {
  readonly format: 'ts' | 'json' | 'yaml';
  readonly force?: boolean;
  readonly operator?: string;
  readonly crd?: readonly string[];
  readonly out?: string;
}

/** Writes a config file, or the project of an operator. Returns the exit code. */
export async function runInit(flags: InitFlags, terminal: Terminal): Promise<number> {
  const { operator, crd, out } = flags;
  if (operator !== undefined) return initOperator(operator, flags, terminal);
  if (crd !== undefined || out !== undefined)
    throw new UsageError('--crd and --out go with --operator: a config file is about the CRDs that it finds here');
  return initConfig(flags, terminal);
}

async function initOperator(name: string, { crd, out, force }: InitFlags, terminal: Terminal): Promise<number> {
  if (force === true) throw new UsageError('--force does not go with --operator: a project is written over nothing');
  const { createOperator } = await import('../operator/create-operator.js');
  const { cwd } = terminal;
  const stdin = (): Promise<Uint8Array> => buffer(process.stdin);
  const { folder, kinds, withoutSample } = await createOperator({ name, crd, out, cwd, stdin });
  const shown = path.relative(cwd, folder) || '.';
  terminal.print(`wrote ${shown}: an operator of ${kinds.join(', ')}\n`);
  for (const { kind, doubts } of withoutSample)
    terminal.print(`the test of ${kind} needs an object from you: ${doubts.join('; ')}\n`);
  terminal.print(`next: cd ${shown} && npm install && npm test\n`);
  return EXIT.ok;
}

/** Writes a config file for what it finds in this folder. */
function initConfig({ format, force }: InitFlags, terminal: Terminal): number {
  const [existing] = configsIn(terminal.cwd);
  if (existing !== undefined && force !== true)
    throw new UsageError(`there is a config file already: ${existing}; --force overwrites it`);
  const config = lookAround(terminal.cwd);
  const file = configName(format);
  writeFileSync(path.join(terminal.cwd, file), configText(config, format));
  const found = [...(config.crd ?? []), ...(config.openapi ?? [])];
  const what = found.length === 0 ? 'no CRDs found here: set `crd` to where they are' : `found ${found.join(', ')}`;
  terminal.print(`wrote ${file}: ${what}\nnext: npx informer-gen\n`);
  return EXIT.ok;
}

/** The folders with CRDs and the OpenAPI documents at or below a folder. */
function lookAround(root: string): InformerGenConfig & { crd?: string[]; openapi?: string[] } {
  const crd = new Set<string>();
  const openapi: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || IGNORED.has(entry.name)) continue;
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) visit(name, depth + 1);
      if (!entry.isFile() || !isInputFile(entry.name)) continue;
      const content = readFileSync(path.join(root, name), 'utf8');
      if (/^\s*"?kind"?:\s*"?CustomResourceDefinition"?/m.test(content) && !content.includes('{{'))
        crd.add(folder === '' ? name : folder);
      else if (
        entry.name.endsWith('.json') &&
        /"(?:swagger|openapi)":\s*"/.test(content) &&
        content.includes('x-kubernetes-')
      )
        openapi.push(name);
    }
  };
  visit('', 0);
  return {
    ...(crd.size > 0 || openapi.length === 0 ? { crd: topmost([...crd]).map((folder) => `./${folder}`) } : {}),
    ...(openapi.length > 0 && { openapi: openapi.sort().map((file) => `./${file}`) }),
    out: `./${DEFAULT_OUT}`,
  };
}

/** Folders of which none lies in another. */
function topmost(folders: readonly string[]): string[] {
  const sorted = [...folders].sort();
  return sorted.filter((folder) => !sorted.some((other) => other !== folder && folder.startsWith(`${other}/`)));
}

function configText(config: InformerGenConfig, format: 'ts' | 'json' | 'yaml'): string {
  const json = JSON.stringify(config, null, 2);
  if (format === 'json') return `${json}\n`;
  if (format === 'yaml') {
    const lines = Object.entries(config).map(([key, value]) => {
      if (!Array.isArray(value)) return `${key}: ${JSON.stringify(value)}`;
      return value.length === 0
        ? `${key}: []`
        : `${key}:\n${value.map((entry) => `  - ${JSON.stringify(entry)}`).join('\n')}`;
    });
    return `${lines.join('\n')}\n`;
  }
  const body = json
    .replace(/"([a-zA-Z]+)":/g, '$1:')
    .replaceAll("'", "\\'")
    .replaceAll('"', "'");
  return `import { defineConfig } from 'informer-gen';\n\nexport default defineConfig(${body});\n`;
}
