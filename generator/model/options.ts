import type { NameOverrides } from '../names/accessors.js';

/** What of the inputs becomes part of the model, and how. */
export interface ModelOptions {
  /** Globs on `group/version/kind`; none: everything. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Which versions of a CRD. */
  readonly versions: 'served' | 'storage' | 'all';
  /** Whether descriptions are kept. */
  readonly docs: boolean;
  /** Whether enums admit unlisted values; undefined: open for Kubernetes' own types, closed for CRDs. */
  readonly enums: 'open' | 'closed' | undefined;
  /** The package whose types replace what CRDs spell out of Kubernetes; undefined: none. */
  readonly kubernetesTypes: string | undefined;
  readonly names: NameOverrides;
  /** Whether what cannot be read is a warning, not an error. */
  readonly skipInvalid: boolean;
}
