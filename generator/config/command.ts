import path from 'node:path';
import { displayPath } from '../input/find-files.js';
import type { GenerateOptions, InformerGenConfig } from './options.js';
import type { Settings } from './settings.js';

/** Flags for what a config holds beside inputs and output folder, each with its default. */
const FLAGS: readonly {
  readonly key: keyof InformerGenConfig;
  readonly flag: string;
  readonly usual: unknown;
  /** A flag without a value, for this value alone. */
  readonly given?: boolean;
}[] = [
  { key: 'include', flag: '--include', usual: [] },
  { key: 'exclude', flag: '--exclude', usual: [] },
  { key: 'versions', flag: '--versions', usual: 'served' },
  { key: 'docs', flag: '--no-docs', usual: true, given: false },
  { key: 'enums', flag: '--enums', usual: undefined },
  { key: 'importExtension', flag: '--import-extension', usual: '.js' },
  { key: 'layout', flag: '--layout', usual: 'split' },
  { key: 'emit', flag: '--emit', usual: 'ts' },
  { key: 'runtimeModule', flag: '--runtime-module', usual: '@informer-gen/runtime/codegen/v1' },
  { key: 'kubernetesTypes', flag: '--kubernetes-types', usual: undefined },
  { key: 'headerFile', flag: '--header-file', usual: undefined },
  { key: 'skipInvalid', flag: '--skip-invalid', usual: false, given: true },
];

/**
 * The command that gives the output of these options again, for a shell in the output folder; undefined where no command
 * can say them.
 */
export function commandOf(options: GenerateOptions, settings: Settings): string | undefined {
  if (typeof options.readme === 'object') return options.readme.command;
  const { configFile } = options;
  const place = (file: string): string => displayPath(settings.out, path.resolve(settings.cwd, file)) || '.';
  if (JSON.stringify(settings.names) !== JSON.stringify(configFile?.content.names ?? {})) return undefined;
  const isAsConfigured = IN_AND_OUT.every((key) => JSON.stringify(options[key]) === contentOf(configFile, key));
  return shell([
    ...(configFile === undefined ? [] : ['--config', place(configFile.path)]),
    ...(isAsConfigured && configFile !== undefined ? [] : [...inputFlags(settings, place), '--out', '.']),
    ...changedFlags(options, place),
  ]);
}

const IN_AND_OUT = ['crd', 'openapi', 'cluster', 'out'] as const;

function contentOf(configFile: GenerateOptions['configFile'], key: keyof InformerGenConfig): string | undefined {
  return JSON.stringify(configFile?.content[key]);
}

function inputFlags({ crd, openapi, cluster }: Settings, place: (file: string) => string): string[] {
  const paths = (flag: string, files: readonly string[]): string[] =>
    files.length === 0 ? [] : [flag, ...[...new Set(files.map((file) => (file === '-' ? file : place(file))))].sort()];
  return [
    ...paths('--crd', crd),
    ...paths('--openapi', openapi),
    ...(cluster === undefined ? [] : ['--cluster']),
    ...(cluster?.context === undefined ? [] : ['--context', cluster.context]),
    ...(cluster?.allowPartial === true ? ['--allow-partial'] : []),
  ];
}

/** Flags for every choice that is not the usual one, or not that of the config file. */
function changedFlags(options: GenerateOptions, place: (file: string) => string): string[] {
  return FLAGS.flatMap(({ key, flag, usual, given }) => {
    const value = options[key] ?? usual;
    const configured = options.configFile?.content[key] ?? usual;
    if (JSON.stringify(value) === JSON.stringify(configured)) return [];
    if (given !== undefined) return value === given ? [flag] : [];
    if (key === 'headerFile') return [flag, place(String(value))];
    if (key === 'importExtension' && value === '') return [flag, 'none'];
    return [flag, ...(Array.isArray(value) ? value.map(String) : [String(value)])];
  });
}

function shell(args: readonly string[]): string {
  return `npx informer-gen ${args.map(shellWord).join(' ')}`;
}

/** As it is where no shell gives a meaning to any of its characters. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
