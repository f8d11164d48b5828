import type { MergePatch } from './patches.js';

/** What goes to one subresource, and what the server answers. */
export interface SubresourceViews {
  /** What a create or a replace sends. */
  readonly sent: object;
  /** What comes back. */
  readonly received: object;
  /** The intent of an apply, where the subresource takes one. */
  readonly apply?: object;
  /** A merge patch, where the subresource takes one. */
  readonly patch?: object;
}

/**
 * What may be written to a resource. It exists in types alone: generated constants carry it as the third type argument of
 * `Resource`, and the client's calls take their parameters from it.
 */
export interface WriteViews {
  /** `WidgetInput`: what create and replace take. */
  readonly input: object;
  /** `WidgetApply`: the intent of an apply. */
  readonly apply: object;
  /** `WidgetApplyStatus`: the intent of an apply to `/status`; `never` where the resource has none. */
  readonly applyStatus: object;
  /** A merge patch: any part of the object, `null` to remove a field. */
  readonly patch: object;
  /** By name: `status` and `scale` where the schema has them, and what built-in kinds have beyond these. */
  readonly subresources: { readonly [name: string]: SubresourceViews };
  /** Whether the server takes strategic merge patches: for built-in kinds alone. */
  readonly strategic: boolean;
}

/** The views of a generated kind. `S` is `never` where it has no `/status`, `R` are its subresources, and `Strategic` is as in {@link WriteViews}. */
export interface KindViews<
  I extends object,
  A extends object,
  S extends object,
  R extends WriteViews['subresources'] = WriteViews['subresources'],
  Strategic extends boolean = boolean,
> extends WriteViews {
  readonly input: I;
  readonly apply: A;
  readonly applyStatus: S;
  readonly patch: MergePatch<I>;
  readonly subresources: R;
  readonly strategic: Strategic;
}

/** What a constant for reading says to whoever writes with it: the module of the resource has the one for writing. */
interface WriteWithTheOther {
  readonly 'import the resource from its own module to write': never;
}

/** The views of a constant that comes without how objects are written. Nothing generated now has one; earlier output had it beside the whole one. */
export interface ReadViews extends WriteViews {
  readonly input: WriteWithTheOther;
  readonly apply: WriteWithTheOther;
  readonly applyStatus: WriteWithTheOther;
  readonly patch: WriteWithTheOther;
  readonly subresources: {};
  readonly strategic: false;
}

/** Nothing is known, as for dynamic kinds and resources written by hand: every object may be sent. */
export interface UnknownViews extends WriteViews {
  readonly input: object;
  readonly apply: object;
  readonly applyStatus: object;
  readonly patch: object;
  readonly subresources: { readonly [name: string]: SubresourceViews };
  readonly strategic: boolean;
}
