import { UsageError } from '../errors.js';
import { loadConfig } from '../config/load-config.js';
import type { GenerateOptions, InformerGenConfig } from '../config/options.js';
import type { ClusterOptions } from '../input/cluster.js';
import { generate } from '../generate.js';
import { EXIT } from './exit-codes.js';
import { printReport } from './print-report.js';
import { progressLine } from './progress.js';
import type { Terminal } from './terminal.js';
import type { WatchedOptions } from './watch.js';

/** What the command line gave; absent flags are undefined. */
export interface GenerateFlags {
  readonly crd?: string[];
  readonly openapi?: string[];
  readonly cluster?: boolean;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly allowPartial?: boolean;
  readonly config?: string;
  readonly include?: string[];
  readonly exclude?: string[];
  readonly versions?: 'served' | 'storage' | 'all';
  readonly out?: string;
  readonly docs: boolean;
  readonly readme: boolean;
  readonly enums?: 'open' | 'closed';
  readonly importExtension?: '.js' | '.ts' | 'none';
  readonly layout?: 'split' | 'merged';
  readonly emit?: 'ts' | 'js';
  readonly runtimeModule?: string;
  readonly kubernetesTypes?: string;
  readonly headerFile?: string;
  readonly verify?: 'none' | 'syntax' | 'types';
  readonly skipInvalid?: boolean;
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly allowEmpty?: boolean;
  readonly force?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const NEXT = `informer-gen: nothing to read, and no config file here. What to do next:

  informer-gen --crd ./crds        generate from the CRDs in a folder
  informer-gen --openapi file      … from a Kubernetes OpenAPI document
  informer-gen --cluster           … from the cluster that kubectl talks to
  informer-gen init                look around and write a config file
  informer-gen --help              everything else
`;

/** Generates once, or again and again with --watch. Returns the exit code. */
export async function runGenerate(flags: GenerateFlags, terminal: Terminal): Promise<number> {
  const first = await loadOptions(flags, terminal);
  if (first.options.crd === undefined && first.options.openapi === undefined && !first.options.cluster) {
    terminal.error(NEXT);
    return EXIT.usage;
  }
  if (flags.watch !== true) return generateOnce(first.options, flags, terminal);
  const { watchInputs } = await import('./watch.js');
  return watchInputs({
    first,
    load: () => loadOptions(flags, terminal),
    run: (options) => generateOnce(options, flags, terminal),
    terminal,
  });
}

async function loadOptions(flags: GenerateFlags, terminal: Terminal): Promise<WatchedOptions> {
  const loaded = await loadConfig(terminal.cwd, flags.config);
  const options = mergeOptions(loaded?.config ?? {}, flags, loaded?.folder ?? terminal.cwd, terminal);
  const configFile = loaded && { path: loaded.file, content: loaded.config };
  return { options: { ...options, configFile }, config: loaded?.file };
}

async function generateOnce(options: GenerateOptions, flags: GenerateFlags, terminal: Terminal): Promise<number> {
  const progress = progressLine(terminal, flags.quiet !== true && flags.json !== true);
  try {
    const report = await generate({ ...options, onProgress: progress.step });
    progress.clear();
    printReport(report, flags, terminal);
    return report.ok ? EXIT.ok : EXIT.failed;
  } finally {
    progress.clear();
  }
}

/** With a cluster in the config file, flags alone change how it is reached. */
function clusterOptions(config: InformerGenConfig, flags: GenerateFlags): ClusterOptions | undefined {
  const { kubeconfig, context, allowPartial } = flags;
  const given = Object.entries({ kubeconfig, context, allowPartial }).filter(([, value]) => value !== undefined);
  if (flags.cluster !== true && given.length === 0) return undefined;
  const known = flags.cluster === true || typeof config.cluster !== 'object' ? {} : config.cluster;
  return { ...known, ...Object.fromEntries(given) };
}

/** Flags win over the config file. Paths of the file are relative to it, those of flags to the current folder. */
function mergeOptions(
  config: InformerGenConfig,
  flags: GenerateFlags,
  folder: string,
  terminal: Terminal,
): GenerateOptions {
  if (
    (flags.kubeconfig ?? flags.context ?? flags.allowPartial) !== undefined &&
    flags.cluster !== true &&
    !config.cluster
  ) {
    throw new UsageError('--kubeconfig, --context and --allow-partial belong to --cluster');
  }
  const fromFlags: GenerateOptions = {
    crd: flags.crd,
    openapi: flags.openapi,
    cluster: clusterOptions(config, flags),
    include: flags.include,
    exclude: flags.exclude,
    versions: flags.versions,
    out: flags.out,
    docs: flags.docs ? undefined : false,
    readme: flags.readme ? undefined : false,
    enums: flags.enums,
    importExtension: flags.importExtension === 'none' ? '' : flags.importExtension,
    layout: flags.layout,
    emit: flags.emit,
    runtimeModule: flags.runtimeModule,
    kubernetesTypes: flags.kubernetesTypes,
    headerFile: flags.headerFile,
    verify: flags.verify,
    skipInvalid: flags.skipInvalid,
  };
  const given = Object.fromEntries(Object.entries(fromFlags).filter(([, value]) => value !== undefined));
  const named = flags.crd ?? flags.openapi ?? (flags.cluster === true ? [] : undefined);
  // Inputs on the command line replace those of the file, all three kinds.
  const inputs = named === undefined ? {} : { crd: undefined, openapi: undefined, cluster: undefined };
  return {
    ...config,
    ...inputs,
    ...given,
    cwd: named === undefined && flags.out === undefined ? folder : terminal.cwd,
    check: flags.check,
    dryRun: flags.dryRun,
    prune: flags.prune,
    allowEmpty: flags.allowEmpty,
    force: flags.force,
  };
}
