import { fieldSelectorText } from '../selectors/field-selector.js';
import type { ListOptions, TweakListOptions } from '../api/list-options.js';
import type { DecodeOptions } from '../source/lister-watcher.js';

/** A field selector: its text, or a value for each field. Fields are checked where the resource names them. */
export type FieldSelectorLike<F extends string = string> =
  string | { readonly [field in F | 'metadata.name' | 'metadata.namespace']?: string };

/** Which part of a resource an informer caches, and in which form. */
export interface InformerSelection<F extends string = string> extends DecodeOptions {
  /**
   * One namespace, or several, each with its own list and watch: for who may not list all. Default: the factory's, or all.
   * To add and remove namespaces while it runs, see `NamespacedSource`.
   */
  readonly namespace?: string | readonly string[] | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: FieldSelectorLike<F> | undefined;
  /** Further changes of every request. Two selections are the same only with the same function. */
  readonly tweakListOptions?: TweakListOptions | undefined;
}

/** Puts a selection's selectors into every request, before its own tweak. */
export function tweakOf(selection: InformerSelection): TweakListOptions | undefined {
  const { labelSelector, fieldSelector, tweakListOptions } = selection;
  if (labelSelector === undefined && fieldSelector === undefined) return tweakListOptions;
  return (options: ListOptions) => {
    if (labelSelector !== undefined) options.labelSelector = labelSelector;
    if (fieldSelector !== undefined) options.fieldSelector = textOf(fieldSelector);
    tweakListOptions?.(options);
  };
}

/**
 * What of these options differs from the factory's own. One that is undefined takes nothing from the factory.
 *
 * @example
 * otherThan({ namespace: 'web' }, { namespace: 'web', lazy: true }); // { lazy: true }
 */
export function otherThan<O extends InformerSelection>(own: InformerSelection, options: O): Mutable<O> {
  const defaults: InformerSelection = { ...own, managedFields: own.managedFields ?? 'drop', lazy: own.lazy ?? false };
  const differs = ([name, value]: [string, unknown]): boolean => {
    if (value === undefined) return false;
    // Functions and objects of our own are compared by selectionKey; what is left out here is the same anyhow.
    return comparable(value) !== comparable(defaults[name as keyof InformerSelection]);
  };
  return Object.fromEntries(Object.entries(options).filter(differs)) as Mutable<O>;
}

type Mutable<O> = { -readonly [name in keyof O]: O[name] };

/** Names of namespaces in any order are the same namespaces; one in a list is that one. */
function comparable(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const names = [...new Set(value)].sort();
  return names.length === 1 ? names[0] : JSON.stringify(names);
}

/** The same string exactly for the same selection. */
export function selectionKey(selection: InformerSelection & { readonly transform?: object | undefined }): string {
  const { namespace, labelSelector, fieldSelector, tweakListOptions, transform } = selection;
  const fields = fieldSelector === undefined ? undefined : textOf(fieldSelector);
  const form = [selection.managedFields ?? 'drop', selection.lazy];
  return JSON.stringify([comparable(namespace), labelSelector, fields, idOf(tweakListOptions), idOf(transform), form]);
}

function textOf(selector: FieldSelectorLike): string {
  if (typeof selector === 'string') return selector;
  const fields: Record<string, string> = {};
  for (const [field, value] of Object.entries(selector)) if (value !== undefined) fields[field] = value;
  return fieldSelectorText(fields);
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** A number for a function: the only thing that tells two apart. */
function idOf(value: object | undefined): number | undefined {
  if (value === undefined) return undefined;
  const known = ids.get(value);
  if (known !== undefined) return known;
  lastId += 1;
  ids.set(value, lastId);
  return lastId;
}
