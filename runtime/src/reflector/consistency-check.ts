import { InformerError } from '../api/informer-error.js';
import { isExpired } from '../api/api-error.js';
import { decoded } from '../api/identity.js';
import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { ListerWatcher, RequestContext } from '../source/lister-watcher.js';
import { ListPager } from '../source/pager.js';
import { raceWithAbort } from '../async/abort.js';
import type { Clock } from '../async/clock.js';
import { sleep } from '../async/clock.js';

/**
 * What a WatchList sent is not what a LIST at the same version holds. One of the two answers is wrong.
 *
 * @example
 * if (error instanceof InconsistentWatchListError) console.log(error.missing, error.unexpected, error.different);
 */
export class InconsistentWatchListError extends InformerError {
  override readonly name = 'InconsistentWatchListError';
  /** Keys that only the LIST holds. */
  readonly missing: readonly string[];
  /** Keys that only the WatchList sent. */
  readonly unexpected: readonly string[];
  /** Keys of objects that differ. */
  readonly different: readonly string[];

  constructor(resourceVersion: string, keys: { missing: string[]; unexpected: string[]; different: string[] }) {
    const parts = Object.entries(keys).flatMap(([what, of]) => (of.length === 0 ? [] : `${what}: ${some(of)}`));
    super(
      'InconsistentWatchList',
      `the WatchList at version ${resourceVersion} is not what a LIST at that version holds (${parts.join('; ')}): ` +
        'the server, or something between, is inconsistent; set useWatchList to false',
    );
    this.missing = keys.missing;
    this.unexpected = keys.unexpected;
    this.different = keys.different;
  }
}

/** What {@link checkConsistency} compares, and how. */
export interface ConsistencyCheck<T> {
  readonly resourceVersion: string;
  /** What the WatchList sent, as it was stored. */
  readonly objects: readonly T[];
  /** What is done to each object before it is stored. Default: nothing. */
  readonly prepare?: ((object: T) => T) | undefined;
  readonly context: RequestContext<T>;
  readonly clock: Clock;
}

const RETRY_AFTER_MS = 1000;
const MAX_TRIES = 5;

/**
 * Lists at exactly the version of a WatchList and compares. Returns the error to report, if there is one: that they differ,
 * or that the list failed five times in a row. A version that has expired meanwhile cannot be checked.
 */
export async function checkConsistency<T extends KubernetesObject>(
  source: Pick<ListerWatcher<T>, 'list'>,
  check: ConsistencyCheck<T>,
): Promise<Error | undefined> {
  const { resourceVersion, clock } = check;
  const { signal } = check.context;
  const pager = new ListPager(source, { pageSize: 0 });
  let failure: unknown;
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    if (attempt > 0) await sleep(RETRY_AFTER_MS, { clock, signal });
    if (signal.aborted) return undefined;
    try {
      const exactly = { resourceVersion, resourceVersionMatch: 'Exact' } as const;
      const list = await raceWithAbort(pager.list(exactly, { signal }), signal);
      return compare(check, list.items);
    } catch (thrown) {
      if (isExpired(thrown) || signal.aborted) return undefined;
      failure = thrown;
    }
  }
  return new InformerError(
    'InconsistentWatchList',
    `the WatchList at version ${resourceVersion} could not be checked: the LIST failed`,
    {
      cause: failure,
    },
  );
}

function compare<T extends KubernetesObject>(
  { objects, prepare, resourceVersion }: ConsistencyCheck<T>,
  items: readonly T[],
): Error | undefined {
  // Loaded here: only those who look for errors get here, and an import of it would cost every start some milliseconds.
  const { isDeepStrictEqual } = process.getBuiltinModule('node:util');
  const listed = new Map(items.map((item) => [metaNamespaceKeyFunc(item), prepare ? prepare(item) : item]));
  const unexpected: string[] = [];
  const different: string[] = [];
  for (const object of objects) {
    const key = metaNamespaceKeyFunc(object);
    const other = listed.get(key);
    listed.delete(key);
    if (other === undefined) unexpected.push(key);
    else if (!isDeepStrictEqual(decoded(other), decoded(object))) different.push(key);
  }
  const missing = [...listed.keys()];
  if (missing.length + unexpected.length + different.length === 0) return undefined;
  return new InconsistentWatchListError(resourceVersion, { missing, unexpected, different });
}

function some(keys: readonly string[]): string {
  return keys.length > 10 ? `${keys.slice(0, 10).join(', ')} and ${keys.length - 10} more` : keys.join(', ');
}

/** What the environment says: `INFORMER_WATCHLIST_INCONSISTENCY_DETECTOR=true`. */
export function consistencyCheckFromEnv(env: { readonly [name: string]: string | undefined }): boolean {
  return env.INFORMER_WATCHLIST_INCONSISTENCY_DETECTOR === 'true';
}
