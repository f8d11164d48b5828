import { UsageError } from '../errors.js';
import { loadConfig } from '../config/load-config.js';
import type { GenerateOptions, InformerGenConfig } from '../config/options.js';
import { generate } from '../generate.js';
import { EXIT } from './exit-codes.js';
import { printReport } from './print-report.js';
import { progressLine } from './progress.js';
import type { Terminal } from './terminal.js';

/** What the command line gave; absent flags are undefined. */
export interface GenerateFlags {
  readonly crd?: string[];
  readonly openapi?: string[];
  readonly cluster?: boolean;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly config?: string;
  readonly include?: string[];
  readonly exclude?: string[];
  readonly versions?: 'served' | 'storage' | 'all';
  readonly out?: string;
  readonly docs: boolean;
  readonly enums?: 'open' | 'closed';
  readonly importExtension?: '.js' | '.ts' | 'none';
  readonly layout?: 'split' | 'merged';
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
  const loaded = await loadConfig(terminal.cwd, flags.config);
  const options = mergeOptions(loaded?.config ?? {}, flags, loaded?.folder ?? terminal.cwd, terminal);
  if (options.crd === undefined && options.openapi === undefined && !options.cluster) {
    terminal.error(NEXT);
    return EXIT.usage;
  }
  if (flags.watch === true) {
    const { watchInputs } = await import('./watch.js');
    return watchInputs(options, () => generateOnce(options, flags, terminal), terminal);
  }
  return generateOnce(options, flags, terminal);
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

/** Flags win over the config file. Paths of the file are relative to it, those of flags to the current folder. */
function mergeOptions(
  config: InformerGenConfig,
  flags: GenerateFlags,
  folder: string,
  terminal: Terminal,
): GenerateOptions {
  if ((flags.kubeconfig ?? flags.context) !== undefined && flags.cluster !== true && !config.cluster) {
    throw new UsageError('--kubeconfig and --context belong to --cluster');
  }
  const fromFlags: GenerateOptions = {
    crd: flags.crd,
    openapi: flags.openapi,
    cluster: flags.cluster === true ? { kubeconfig: flags.kubeconfig, context: flags.context } : undefined,
    include: flags.include,
    exclude: flags.exclude,
    versions: flags.versions,
    out: flags.out,
    docs: flags.docs ? undefined : false,
    enums: flags.enums,
    importExtension: flags.importExtension === 'none' ? '' : flags.importExtension,
    layout: flags.layout,
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
