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
  /** The parts of a lister that the user's file beside a resource's module has, if there is one. */
  expansionOf(
    path: string,
    typeName: string,
  ): { readonly lister: boolean; readonly namespaceLister: boolean } | undefined;
}
