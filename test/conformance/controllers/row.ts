/** What became of one upstream test of controllers. */
export interface ControllerRow {
  /** The upstream test file. */
  readonly file: string;
  /** The upstream test's name: that of a Go test, or the text of a specification. */
  readonly name: string;
  /** Where its behaviour is proven here; undefined where it is not. */
  readonly ours?: { readonly file: string; readonly title: string } | undefined;
  /** Why it is not. */
  readonly notPorted?: string | undefined;
}

/** Upstream tests that ours name: their titles begin with the name and a colon. `ours` is below test/. */
export function ported(file: string, ours: string, names: readonly string[]): ControllerRow[] {
  return names.map((name) => ({ file, name, ours: { file: ours, title: `${name}: ` } }));
}

/** Upstream tests whose counterparts have names of their own: by the beginning of the title. */
export function provenBy(file: string, ours: string, titles: { readonly [name: string]: string }): ControllerRow[] {
  return Object.entries(titles).map(([name, title]) => ({ file, name, ours: { file: ours, title } }));
}

/** Upstream tests without a counterpart, with the reason of each. */
export function notPorted(file: string, reasons: { readonly [name: string]: string }): ControllerRow[] {
  return Object.entries(reasons).map(([name, reason]) => ({ file, name, notPorted: reason }));
}
