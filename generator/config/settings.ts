import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { UsageError } from '../errors.js';
import type { SourceOptions } from '../input/sources.js';
import type { Emit, ImportExtension } from '../layout/modules.js';
import type { Layout } from '../layout/paths.js';
import type { ModelOptions } from '../model/options.js';
import type { NameOverrides } from '../names/accessors.js';
import { lineComment } from '../typescript/text.js';
import { checkValues, shown } from './check-config.js';
import type { GenerateOptions } from './options.js';

/**
 * Options with every default filled in and every value checked. Each stage takes the part that is its own; only the
 * pipeline sees them all.
 */
export interface Settings extends SourceOptions, ModelOptions {
  /** Absolute. */
  readonly out: string;
  readonly importExtension: ImportExtension;
  readonly layout: Layout;
  readonly emit: Emit;
  readonly runtimeModule: string;
  readonly readme: boolean;
  /** Comment lines, ready. */
  readonly banner: string;
  readonly verify: 'none' | 'syntax' | 'types';
  readonly check: boolean;
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly allowEmpty: boolean;
  readonly force: boolean;
  readonly onProgress: (step: string) => void;
}

/** The output folder where none is named. */
export const DEFAULT_OUT = 'generated';

/** Checks options and fills in the defaults. Throws a {@link UsageError} for what cannot be meant. */
export function resolveSettings(options: GenerateOptions): Settings {
  checkValues(options, 'wrong options');
  const cwd = path.resolve(options.cwd ?? process.cwd());
  const settings: Settings = {
    ...resolveSourceOptions({ ...options, cwd }),
    ...resolveModelOptions(options),
    out: path.resolve(cwd, options.out ?? DEFAULT_OUT),
    importExtension: choice('importExtension', options.importExtension ?? '.js', ['.js', '.ts', '']),
    layout: choice('layout', options.layout ?? 'split', ['split', 'merged']),
    emit: choice('emit', options.emit ?? 'ts', ['ts', 'js']),
    runtimeModule: options.runtimeModule ?? '@informer-gen/runtime/codegen/v1',
    readme: (options.readme ?? true) !== false,
    banner: options.headerFile === undefined ? '' : bannerOf(path.resolve(cwd, options.headerFile)),
    verify: choice('verify', options.verify ?? 'syntax', ['none', 'syntax', 'types']),
    check: options.check ?? false,
    dryRun: options.dryRun ?? false,
    prune: options.prune ?? false,
    allowEmpty: options.allowEmpty ?? false,
    force: options.force ?? false,
    onProgress: options.onProgress ?? (() => undefined),
  };
  if (settings.crd.length + settings.openapi.length === 0 && settings.cluster === undefined) {
    throw new UsageError('nothing to read: name CRDs (--crd), OpenAPI documents (--openapi) or a cluster (--cluster)');
  }
  if (settings.emit === 'js' && settings.importExtension === '.ts') {
    throw new UsageError('JavaScript cannot import .ts files: leave out --import-extension .ts, or --emit js');
  }
  return settings;
}

/** Checks what to read, and fills in the defaults. */
export function resolveSourceOptions(
  options: Pick<GenerateOptions, 'crd' | 'openapi' | 'cluster' | 'cwd' | 'stdin'>,
): SourceOptions {
  return {
    crd: list(options.crd, 'crd'),
    openapi: list(options.openapi, 'openapi'),
    cluster: options.cluster === true ? {} : options.cluster || undefined,
    cwd: path.resolve(options.cwd ?? process.cwd()),
    stdin: options.stdin ?? readStdin,
  };
}

/** Checks how to make a model, and fills in the defaults. */
export function resolveModelOptions(options: {
  readonly [K in keyof ModelOptions]?: ModelOptions[K] | undefined;
}): ModelOptions {
  const { enums } = options;
  return {
    include: list(options.include, 'include'),
    exclude: list(options.exclude, 'exclude'),
    versions: choice('versions', options.versions ?? 'served', ['served', 'storage', 'all']),
    docs: options.docs ?? true,
    enums: enums === undefined ? undefined : choice<'open' | 'closed'>('enums', enums, ['open', 'closed']),
    kubernetesTypes: packageName(options.kubernetesTypes),
    names: checkNames(options.names ?? {}),
    skipInvalid: options.skipInvalid ?? false,
  };
}

/** The choices that the output depends on. Their order is part of the fingerprint in every manifest. */
export function outputChoices(settings: Settings): Readonly<Record<string, unknown>> {
  const { include, exclude, versions, docs, enums, importExtension, runtimeModule, banner, names } = settings;
  const { kubernetesTypes, layout, emit } = settings;
  return {
    include,
    exclude,
    versions,
    docs,
    enums,
    importExtension,
    runtimeModule,
    banner,
    names,
    kubernetesTypes,
    layout,
    // Left out where it is the default, as in manifests that are older than the choice.
    emit: emit === 'ts' ? undefined : emit,
  };
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
  const known = choices.map((one) => (one === '' ? "''" : one)).join(', ');
  throw new UsageError(`${name} must be one of ${known}, not ${JSON.stringify(value)}`);
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
        throw new UsageError(`names.${part}[${JSON.stringify(key)}] must be ${wanted}, not ${shown(name)}`);
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

/** As bytes: which text they are is decided where those of files are. */
function readStdin(): Promise<Uint8Array> {
  return buffer(process.stdin);
}
