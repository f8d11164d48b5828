import type { NameOverrides } from '../names/accessors.js';
import type { ImportExtension } from '../layout/modules.js';
import type { Layout } from '../layout/paths.js';

/** What the plan has to know of the user's choices. */
export interface PlanOptions {
  readonly runtimeModule: string;
  readonly importExtension: ImportExtension;
  readonly layout: Layout;
  /** Lines that go before the generated header, ready as comments; `''` for none. */
  readonly banner: string;
  readonly generator: string;
  readonly names: NameOverrides;
  /** What the README of the output says of how it was made; undefined where there is to be none. */
  readonly readme?: OutputOrigin | undefined;
  /** The parts of a lister that the user's file beside a resource's module has, if there is one. */
  expansionOf(
    path: string,
    typeName: string,
  ): { readonly lister: boolean; readonly namespaceLister: boolean } | undefined;
}

/** From what an output was made, and how it is made again. */
export interface OutputOrigin {
  /** `crd ../crds`, `openapi ../swagger.json`, `cluster staging`; paths are relative to the output folder. */
  readonly inputs: readonly string[];
  /** The command, to be given in the output folder; undefined where no command can say it. */
  readonly command?: string | undefined;
}
