import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDocuments } from '../input/parse-documents.js';
import { UsageError } from '../errors.js';
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
  let content: unknown;
  try {
    content = await readConfig(file);
  } catch (error) {
    throw new UsageError(`the config file ${path.relative(cwd, file)} cannot be read: ${(error as Error).message}`);
  }
  return { file, folder: path.dirname(file), config: checkConfig(content, path.relative(cwd, file)) };
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

async function readConfig(file: string): Promise<unknown> {
  const extension = path.extname(file);
  if (extension === '.json') return JSON.parse(readFileSync(file, 'utf8'));
  if (extension === '.yaml' || extension === '.yml') return parseDocuments(readFileSync(file, 'utf8'))[0];
  if (extension === '.ts' || extension === '.mts') return importTypeScript(file);
  return defaultExport(await import(pathToFileURL(file).href));
}

/** Transpiles beside the file, so that its imports resolve as if it were run where it is. */
async function importTypeScript(file: string): Promise<unknown> {
  const { ts } = await import('ts-morph');
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
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

const KEYS: ReadonlySet<string> = new Set([
  'crd',
  'openapi',
  'cluster',
  'out',
  'include',
  'exclude',
  'versions',
  'docs',
  'enums',
  'importExtension',
  'layout',
  'runtimeModule',
  'kubernetesTypes',
  'headerFile',
  'names',
  'verify',
  'skipInvalid',
  '$schema',
]);

function checkConfig(content: unknown, file: string): InformerGenConfig {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new UsageError(`the config file ${file} must hold an object`);
  }
  for (const key of Object.keys(content)) {
    if (!KEYS.has(key))
      throw new UsageError(
        `the config file ${file} has an unknown key ${JSON.stringify(key)}; known are ${[...KEYS].join(', ')}`,
      );
  }
  return content;
}
