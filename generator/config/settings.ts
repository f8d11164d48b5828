import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NameOverrides } from '../names/accessors.js';
import type { ImportExtension } from '../layout/modules.js';
import type { Layout } from '../plan/options.js';
import { lineComment } from '../typescript/text.js';
import { UsageError } from '../errors.js';
import type { ClusterOptions, GenerateOptions } from './options.js';

/** Options with every default filled in and every value checked. */
export interface Settings {
  readonly cwd: string;
  /** Absolute. */
  readonly out: string;
  readonly crd: readonly string[];
  readonly openapi: readonly string[];
  readonly cluster: ClusterOptions | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly versions: 'served' | 'storage' | 'all';
  readonly docs: boolean;
  readonly enums: 'open' | 'closed' | undefined;
  readonly importExtension: ImportExtension;
  readonly layout: Layout;
  readonly runtimeModule: string;
  readonly kubernetesTypes: string | undefined;
  /** Comment lines, ready. */
  readonly banner: string;
  readonly names: NameOverrides;
  readonly verify: 'none' | 'syntax' | 'types';
  readonly skipInvalid: boolean;
  readonly check: boolean;
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly force: boolean;
  readonly stdin: () => Promise<string>;
  readonly onProgress: (step: string) => void;
}

/** Checks options and fills in the defaults. Throws a {@link UsageError} for what cannot be meant. */
export function resolveSettings(options: GenerateOptions): Settings {
  const cwd = path.resolve(options.cwd ?? process.cwd());
  const settings: Settings = {
    cwd,
    out: path.resolve(cwd, options.out ?? 'generated'),
    crd: list(options.crd, 'crd'),
    openapi: list(options.openapi, 'openapi'),
    cluster: options.cluster === true ? {} : options.cluster || undefined,
    include: list(options.include, 'include'),
    exclude: list(options.exclude, 'exclude'),
    versions: choice('versions', options.versions ?? 'served', ['served', 'storage', 'all']),
    docs: options.docs ?? true,
    enums:
      options.enums === undefined ? undefined : choice<'open' | 'closed'>('enums', options.enums, ['open', 'closed']),
    importExtension: choice('importExtension', options.importExtension ?? '.js', ['.js', '.ts', '']),
    layout: choice('layout', options.layout ?? 'split', ['split', 'merged']),
    runtimeModule: options.runtimeModule ?? '@informer-gen/runtime/codegen/v1',
    kubernetesTypes: packageName(options.kubernetesTypes),
    banner: options.headerFile === undefined ? '' : bannerOf(path.resolve(cwd, options.headerFile)),
    names: checkNames(options.names ?? {}),
    verify: choice('verify', options.verify ?? 'syntax', ['none', 'syntax', 'types']),
    skipInvalid: options.skipInvalid ?? false,
    check: options.check ?? false,
    dryRun: options.dryRun ?? false,
    prune: options.prune ?? false,
    force: options.force ?? false,
    stdin: options.stdin ?? readStdin,
    onProgress: options.onProgress ?? (() => undefined),
  };
  if (settings.crd.length + settings.openapi.length === 0 && settings.cluster === undefined) {
    throw new UsageError('nothing to read: name CRDs (--crd), OpenAPI documents (--openapi) or a cluster (--cluster)');
  }
  return settings;
}

function list(value: readonly string[] | string | undefined, name: string): readonly string[] {
  const values = value === undefined ? [] : typeof value === 'string' ? [value] : value;
  if (!Array.isArray(values) || values.some((entry) => typeof entry !== 'string' || entry === '')) {
    throw new UsageError(`${name} must be a list of strings, none of them empty`);
  }
  return values;
}

function choice<T extends string>(name: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  const shown = choices.map((one) => (one === '' ? "''" : one)).join(', ');
  throw new UsageError(`${name} must be one of ${shown}, not ${JSON.stringify(value)}`);
}

/** Not a relative path: modules at different depths import it. */
function packageName(name: string | undefined): string | undefined {
  if (name === undefined || /^[@#\w][\w@./~-]*$/.test(name)) return name?.replace(/\/+$/, '');
  throw new UsageError(`kubernetesTypes must be the name of a package, not ${JSON.stringify(name)}`);
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

function checkNames(names: NameOverrides): NameOverrides {
  for (const [part, entries] of Object.entries(names)) {
    if (!['groups', 'kinds', 'plurals'].includes(part)) {
      throw new UsageError(`names has groups, kinds and plurals, not ${JSON.stringify(part)}`);
    }
    for (const [key, name] of Object.entries(entries as Record<string, unknown>)) {
      const good = typeof name === 'string' && IDENTIFIER.test(name) && (part !== 'kinds' || /^[A-Z]/.test(name));
      if (!good) {
        const wanted = part === 'kinds' ? 'an identifier with a capital first letter' : 'an identifier';
        throw new UsageError(`names.${part}[${JSON.stringify(key)}] must be ${wanted}, not ${JSON.stringify(name)}`);
      }
    }
  }
  return names;
}

function bannerOf(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`the header file cannot be read: ${(error as Error).message}`);
  }
  const lines = text.trimEnd().split(/\r?\n/);
  return lines
    .map((line) => `// ${lineComment(line.replace(/^\s*(?:\/\/|\/\*+|\*+\/|\*|#)\s?/, ''))}`.trimEnd() + '\n')
    .join('');
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
