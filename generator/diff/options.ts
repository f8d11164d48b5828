/** Which changes make a comparison fail. */
export type FailOn = 'none' | 'any' | 'breaking' | 'breaking-readers' | 'breaking-writers';

/** What {@link diff} takes. */
export interface DiffOptions {
  /**
   * The API before: CRD or OpenAPI files, folders or globs, `-`, `cluster`, `cluster:<context>`, `git:<revision>:<path>`,
   * `<revision>:<path>`, or a folder of generated output (its manifest).
   */
  readonly old: string;
  /** The API after, in any of the same forms. */
  readonly new: string;
  /** Relative paths start here. Default: the current folder. */
  readonly cwd?: string | undefined;
  /** For `cluster`. Default: what `KUBECONFIG` or `~/.kube/config` say. */
  readonly kubeconfig?: string | undefined;
  /** What to compare: globs on `group/version/kind`, the end may be left out. Default everything. */
  readonly include?: readonly string[] | undefined;
  /** What to leave out, in the same form. Default nothing. */
  readonly exclude?: readonly string[] | undefined;
  /** Which versions of a CRD. Default `served`. */
  readonly versions?: 'served' | 'storage' | 'all' | undefined;
  /** Whether enums admit unlisted values. Default: open for Kubernetes' own types, closed for CRDs. */
  readonly enums?: 'open' | 'closed' | undefined;
  /** A tsconfig.json: says where that program, on the old types, touches what breaks. Default: not looked for. */
  readonly usage?: string | undefined;
  /** What `-` reads. Default: standard input. */
  readonly stdin?: (() => Promise<string | Uint8Array>) | undefined;
  /** Told what the comparison is doing. Default: nobody. */
  readonly onProgress?: ((step: string) => void) | undefined;
}
