import { toJson } from '../../api/deep-json.js';
import { decoded, identityOf } from '../../api/identity.js';
import { metaNamespaceKeyFunc } from '../../api/key.js';
import type { KubernetesObject } from '../../api/object.js';
import { toError } from '../../api/on-error.js';
import { parseLabelSelector } from '../../selectors/label-selector-parser.js';
import type { Selector } from '../../selectors/label-selector.js';
import { TurnBudget, yieldToEventLoop } from '../../async/turn.js';
import { namespaceIndex } from '../../store/indexer.js';
import type { IndexReader } from '../../store/store.js';
import type { CachePage, ObjectRow } from '../model/inspection.js';
import { clip } from '../model/clip.js';
import { isSecret, mask } from './mask.js';

/** Which objects of a cache are asked for. */
export interface CacheQuery {
  readonly namespace?: string | undefined;
  /** The name of an index, and a value of it. */
  readonly index?: string | undefined;
  readonly value?: string | undefined;
  /** A label selector. */
  readonly labels?: string | undefined;
  /** A part of the key. */
  readonly search?: string | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Told what is wrong with the query; must throw. */
  readonly onInvalid: (message: string) => never;
}

/** A cache that is looked at. */
export interface InspectedCache {
  readonly informer: string;
  readonly indexer: IndexReader<KubernetesObject>;
  /** Its objects are Secrets, or to be treated as such. */
  readonly masked: boolean;
}

const MAX_VALUES = 200;
/** An object that is longer as JSON is not shown whole. */
const MAX_OBJECT_LENGTH = 300_000;

/** The objects that match, by key, a page of them. A cache may hold very many: it lets the event loop turn meanwhile. */
export async function cachePage(cache: InspectedCache, query: CacheQuery): Promise<CachePage> {
  const { indexer, informer, masked } = cache;
  const indexes = shownIndexes(cache);
  const { total, objects } = await firstByKey(candidates(cache, query), matcherOf(query), query);
  return {
    informer,
    total,
    objects: objects.map(rowOf),
    namespaces: indexer.listIndexFuncValues(namespaceIndex).sort().slice(0, MAX_VALUES),
    indexes,
    indexValues:
      query.index === undefined || !indexes.includes(query.index)
        ? []
        : indexer
            .listIndexFuncValues(query.index)
            .sort()
            .slice(0, MAX_VALUES)
            .map((value) => clip(value, 200)),
    masked,
  };
}

/** One object as it may be shown; undefined when it is not cached. */
export function cachedObject({ indexer, masked }: InspectedCache, key: string): unknown {
  const object = indexer.getByKey(key);
  if (object === undefined) return undefined;
  const whole = decoded(object);
  const shown = masked || isSecret(whole) ? mask(whole) : whole;
  const { length } = toJson(shown);
  if (length <= MAX_OBJECT_LENGTH) return shown;
  const { metadata } = whole;
  return { tooLarge: `${length} characters as JSON: only its metadata is shown`, metadata: pick(metadata) };
}

/** An index of Secrets may be by what is secret: only that of namespaces is shown. */
export function shownIndexes({ indexer, masked }: Pick<InspectedCache, 'indexer' | 'masked'>): readonly string[] {
  return masked ? [namespaceIndex] : Object.keys(indexer.getIndexers());
}

/** Whether an object with this key is asked for. */
type Matcher = (object: KubernetesObject, key: string) => boolean;

function matcherOf(query: CacheQuery): Matcher {
  const { namespace, search } = query;
  const selector = selectorOf(query);
  return (object, key) => {
    if (namespace !== undefined && identityOf(object)?.namespace !== namespace) return false;
    if (search !== undefined && !key.includes(search)) return false;
    return selector === undefined || selector.matches(object.metadata?.labels);
  };
}

/** How many match, and the page that is asked for, by key. Only as much is put in order as that needs. */
async function firstByKey(
  objects: readonly KubernetesObject[],
  matches: Matcher,
  { offset, limit }: CacheQuery,
): Promise<{ readonly total: number; readonly objects: KubernetesObject[] }> {
  const wanted = offset + limit;
  const budget = new TurnBudget();
  let total = 0;
  let kept: { readonly key: string; readonly object: KubernetesObject }[] = [];
  const settle = (): void => {
    kept = kept.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, wanted);
  };
  let last: string | undefined;
  for (const object of objects) {
    if (budget.isUsedUp()) await yieldToEventLoop();
    const key = keyOf(object);
    if (!matches(object, key)) continue;
    total += 1;
    if (last !== undefined && key >= last) continue;
    kept.push({ key, object });
    if (kept.length < wanted * 2) continue;
    settle();
    last = kept.at(-1)?.key;
  }
  settle();
  return { total, objects: kept.slice(offset).map(({ object }) => object) };
}

function candidates(cache: InspectedCache, query: CacheQuery): readonly KubernetesObject[] {
  const { indexer } = cache;
  const { index, value, namespace } = query;
  if (index !== undefined && !shownIndexes(cache).includes(index))
    return query.onInvalid(`there is no index ${clip(index, 100)}`);
  if (index !== undefined && value !== undefined) return indexer.byIndex(index, value);
  return namespace === undefined ? indexer.list() : indexer.byIndex(namespaceIndex, namespace);
}

function selectorOf({ labels, onInvalid }: CacheQuery): Selector | undefined {
  if (labels === undefined) return undefined;
  try {
    return parseLabelSelector(labels);
  } catch (thrown) {
    return onInvalid(clip(toError(thrown).message));
  }
}

function rowOf(object: KubernetesObject): ObjectRow {
  const { name, namespace, resourceVersion, creationTimestamp, labels = {} } = object.metadata ?? {};
  return {
    key: keyOf(object),
    name: clip(name ?? '', 300),
    ...(namespace !== undefined && { namespace: clip(namespace, 300) }),
    ...(creationTimestamp !== undefined && { createdAt: creationTimestamp }),
    resourceVersion: clip(resourceVersion ?? '', 100),
    labels: Object.fromEntries(
      Object.entries(labels)
        .slice(0, 20)
        .map(([label, text]) => [clip(label, 300), clip(text, 100)]),
    ),
  };
}

function pick(metadata: KubernetesObject['metadata']): unknown {
  const { name, namespace, uid, resourceVersion } = metadata ?? {};
  return { name, namespace, uid, resourceVersion };
}

/** A transform may have left an object without a name. */
function keyOf(object: KubernetesObject): string {
  try {
    return metaNamespaceKeyFunc(object);
  } catch {
    return '';
  }
}
