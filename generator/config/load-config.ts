import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { isObject } from '../input/json.js';
import { parseDocuments } from '../input/parse-documents.js';
import { UsageError } from '../errors.js';
import { syntaxErrorIn } from '../verify/syntax.js';
import { checkConfig } from './check-config.js';
import type { InformerGenConfig } from './options.js';

/** What a config file's name may end in. */
const EXTENSIONS = ['ts', 'mts', 'js', 'mjs', 'json', 'yaml', 'yml'];

/** A config file's content, and the folder that its paths are relative to. */
export interface LoadedConfig {
  readonly file: string;
  readonly folder: string;
  readonly config: InformerGenConfig;
}

/** Reads the named config file, or the one in this folder; undefined where there is none. */
export async function loadConfig(cwd: string, named: string | undefined): Promise<LoadedConfig | undefined> {
  const file = named === undefined ? findConfig(cwd) : path.resolve(cwd, named);
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new UsageError(`the config file ${named} does not exist`);
  const shown = path.relative(cwd, file);
  try {
    const content = ownValues(await readConfig(file, shown));
    return { file, folder: path.dirname(file), config: checkConfig(content, `the config file ${shown}`) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // The file is code, which may throw anything.
    const reason = error instanceof Error ? error.message : `it throws ${inspect(error)}`;
    throw new UsageError(`the config file ${shown} cannot be read: ${reason}`);
  }
}

/** The values of an object, read once: what computes them may fail, and may answer otherwise the second time. */
function ownValues(content: unknown): unknown {
  return isObject(content) ? { ...content } : content;
}

/** The name of a config file. */
export function configName(extension: string): string {
  return `informer-gen.config.${extension}`;
}

/** The names of the config files in a folder. */
export function configsIn(folder: string): string[] {
  return EXTENSIONS.map(configName).filter((name) => existsSync(path.join(folder, name)));
}

function findConfig(cwd: string): string | undefined {
  const [only, ...others] = configsIn(cwd);
  if (only === undefined) return undefined;
  if (others.length > 0) {
    throw new UsageError(`there are several config files: ${[only, ...others].join(', ')}; keep one`);
  }
  return path.join(cwd, only);
}

async function readConfig(file: string, shown: string): Promise<unknown> {
  const text = readFileSync(file, 'utf8');
  const extension = path.extname(file);
  if (['.json', '.yaml', '.yml'].includes(extension)) return parseDocuments(text)[0];
  const wrong = syntaxErrorIn({ path: shown, text });
  if (wrong !== undefined) throw new UsageError(`the config file cannot be read: ${wrong}`);
  if (extension === '.ts' || extension === '.mts') return importTypeScript(file, text);
  // A module is read once for each address: another one after each change, for --watch.
  return defaultExport(await import(`${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`));
}

/** Transpiles beside the file, so that its imports resolve as if it were run where it is. */
async function importTypeScript(file: string, text: string): Promise<unknown> {
  const { ts } = await import('ts-morph');
  const { outputText } = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: false },
  });
  const folder = mkdtempSync(path.join(path.dirname(file), '.informer-gen-config-'));
  try {
    const script = path.join(folder, 'config.mjs');
    writeFileSync(script, withRelativeImports(outputText));
    return defaultExport(await import(pathToFileURL(script).href));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The script is one folder deeper than its source; `defineConfig` alone must not ask for the package to be found. */
function withRelativeImports(script: string): string {
  return script
    .replace(
      /^import\s*\{\s*defineConfig\s*\}\s*from\s*["']informer-gen["'];?$/m,
      'const defineConfig = (config) => config;',
    )
    .replace(/(\bfrom\s*["'])(\.\.?\/)/g, (_, head: string, dots: string) => `${head}../${dots === './' ? '' : dots}`);
}

function defaultExport(module: unknown): unknown {
  const value = (module as { default?: unknown }).default;
  if (value === undefined) throw new Error('it has no default export');
  return value;
}
