import type { ClusterOptions } from '../input/cluster.js';
import type { NameOverrides } from '../names/accessors.js';
import type { Emit, ImportExtension } from '../layout/modules.js';
import type { Layout } from '../layout/paths.js';

/** What to read, what to choose of it, and how to write it. A config file holds the same. */
export interface InformerGenConfig {
  /** CRD files, folders (with all below), globs, or `-` for standard input. Default none. */
  readonly crd?: readonly string[] | string | undefined;
  /** Kubernetes OpenAPI documents, v2 or v3, or folders of them. Default none. */
  readonly openapi?: readonly string[] | string | undefined;
  /** Reads CRDs and OpenAPI v3 from an API server. Default false. */
  readonly cluster?: boolean | ClusterOptions | undefined;
  /** The output folder. Default `./generated`. */
  readonly out?: string | undefined;
  /** What to generate: globs on `group/version/kind`, the end may be left out; the core group is `core`. Default everything. */
  readonly include?: readonly string[] | undefined;
  /** What to leave out, in the same form. Default nothing. */
  readonly exclude?: readonly string[] | undefined;
  /** Which versions of a CRD. Default `served`: an informer of another would get 404. */
  readonly versions?: 'served' | 'storage' | 'all' | undefined;
  /**
   * A `README.md` in the output: from what it was made, how to make it again, the role that its informers need. One of the user's
   * own is never touched. `{ command }`: what to run to make the output again, in place of the command line with these
   * options. Default true.
   */
  readonly readme?: boolean | { readonly command: string } | undefined;
  /** Descriptions as doc comments. Default true. */
  readonly docs?: boolean | undefined;
  /** Whether enums admit unlisted values. Default: open for Kubernetes' own types, closed for CRDs. */
  readonly enums?: 'open' | 'closed' | undefined;
  /** How relative imports end. Default `.js`. */
  readonly importExtension?: ImportExtension | undefined;
  /**
   * `split`: a CRD's types are in `types/<resource>.ts`, apart from its informer and lister. `merged`: one module has both, for
   * half as many files. Default `split`.
   */
  readonly layout?: Layout | undefined;
  /**
   * `ts`: TypeScript, which the user's own build compiles. `js`: JavaScript with declarations beside it, for projects without
   * TypeScript and for quicker checks of large outputs (`skipLibCheck`). Default `ts`.
   */
  readonly emit?: Emit | undefined;
  /** The module that generated code imports. Default `@informer-gen/runtime/codegen/v1`. */
  readonly runtimeModule?: string | undefined;
  /**
   * A package with Kubernetes' types, `@informer-gen/kubernetes`: what a CRD spells out of them, exactly, is imported from
   * there. Default none: the output stands alone.
   */
  readonly kubernetesTypes?: string | undefined;
  /** A file whose text goes before each generated file, as a comment. Default none. */
  readonly headerFile?: string | undefined;
  /** Names to use instead of the derived ones. Default none. */
  readonly names?: NameOverrides | undefined;
  /** How the output is checked before it is written: parsed, or also type-checked. Default `syntax`. */
  readonly verify?: 'none' | 'syntax' | 'types' | undefined;
  /** Files that cannot be read are warnings, not errors. Default false. */
  readonly skipInvalid?: boolean | undefined;
}

/** How one run goes about it. */
export interface RunOptions {
  /** Relative paths start here. Default: the current folder. */
  readonly cwd?: string | undefined;
  /** The config file that options were taken from: the README names it in place of what it holds. Default none. */
  readonly configFile?: { readonly path: string; readonly content: InformerGenConfig } | undefined;
  /**
   * Writes nothing; says what differs. What the manifest of the output says of unchanged inputs is believed, unless `force` is
   * set: then everything is made again and compared. Default false.
   */
  readonly check?: boolean | undefined;
  /** Writes nothing; says what would change. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Removes what an earlier run with another set of inputs wrote. Default false. */
  readonly prune?: boolean | undefined;
  /** Generates also where no resource is left, which removes all that there was. Default false. */
  readonly allowEmpty?: boolean | undefined;
  /** Does all the work even if nothing changed since the last run. Default false. */
  readonly force?: boolean | undefined;
  /** What `-` reads. Default: standard input. */
  readonly stdin?: (() => Promise<string | Uint8Array>) | undefined;
  /** Told what the run is doing. Default: nobody. */
  readonly onProgress?: ((step: string) => void) | undefined;
}

/** Everything that {@link generate} takes. */
export type GenerateOptions = InformerGenConfig & RunOptions;

/**
 * Types the content of `informer-gen.config.ts`; returns what it gets.
 *
 * @example
 * export default defineConfig({ crd: ['./crds'], out: './src/generated', layout: 'merged' });
 */
export function defineConfig(config: InformerGenConfig): InformerGenConfig {
  return config;
}
