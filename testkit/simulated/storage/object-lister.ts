import { jsonFault } from '../rules/json-faults.js';
import { badRequest, expired, failure, ApiStatusError, tooLargeResourceVersion } from '../objects/api-status.js';
import type { Collection } from './collection.js';
import { revisionOf } from './list-query.js';
import type { ListQuery } from './list-query.js';
import type { Selection } from './selection.js';
import type { Storage } from './storage.js';
import type { StoredObject } from './stored-object.js';

/** One page of a list. */
export interface ListPage {
  readonly items: readonly StoredObject[];
  readonly revision: number;
  /** `''` on the last page. */
  readonly continue: string;
  readonly remainingItemCount: number | undefined;
  /** The shard that this is a list of. */
  readonly shardSelector: string | undefined;
}

/** How the server at hand lists. */
export interface ListerOptions {
  readonly storage: Storage;
  /** By how many changes of a collection its watch cache lags: what a read at `'0'` may see. */
  readonly cacheLag: (collection: Collection) => number;
  /** Whether reads at `'0'` come from a watch cache, which ignores `limit`. */
  readonly watchCache: () => boolean;
  /** Pages are never longer. */
  readonly maxPageSize: () => number;
}

interface Token {
  readonly rv: number;
  readonly start: string;
}

/** Answers list requests at the version they ask for. */
export class ObjectLister {
  readonly #options: ListerOptions;

  constructor(options: ListerOptions) {
    this.#options = options;
  }

  list(collection: Collection, selection: Selection, query: ListQuery): ListPage {
    if (query.continue !== '') return this.#continued(collection, selection, query);
    const revision = this.#revisionFor(collection, query);
    const fromCache = query.resourceVersion === '0' && this.#options.watchCache();
    return this.#page(collection, selection, { revision, start: '', limit: fromCache ? 0 : query.limit });
  }

  /** The version that reads from the watch cache see. */
  cachedRevision(collection: Collection): number {
    const lag = this.#options.cacheLag(collection);
    const hidden = collection.lastChanges(lag)[0];
    return hidden === undefined ? this.#options.storage.revision : hidden.revision - 1;
  }

  #revisionFor(collection: Collection, query: ListQuery): number {
    const asked = revisionOf(query);
    const { revision: newest } = this.#options.storage;
    if (asked === undefined) return newest;
    if (asked === 0) return this.cachedRevision(collection);
    if (asked > newest) throw tooLargeResourceVersion(asked, newest);
    // Without a match, a limit makes the server read that very version; so it has always been.
    const exact = query.resourceVersionMatch === 'Exact' || (query.resourceVersionMatch === '' && query.limit > 0);
    if (!exact) return Math.max(asked, this.cachedRevision(collection));
    if (asked < collection.expiredRevision) throw expired('The resourceVersion for the provided list is too old.');
    return asked;
  }

  #continued(collection: Collection, selection: Selection, query: ListQuery): ListPage {
    if (query.resourceVersion !== '' && query.resourceVersion !== '0') {
      throw badRequest('specifying resource version is not allowed when using continue');
    }
    const token = decodeToken(query.continue);
    const { limit } = query;
    // -1 stands for "whatever is newest": the way on that a 410 offers.
    if (token.rv === -1)
      return this.#page(collection, selection, { revision: this.#options.storage.revision, start: token.start, limit });
    if (token.rv < collection.expiredRevision) throw expiredToken(token);
    return this.#page(collection, selection, { revision: token.rv, start: token.start, limit });
  }

  #page(
    collection: Collection,
    selection: Selection,
    { revision, start, limit }: { readonly revision: number; readonly start: string; readonly limit: number },
  ): ListPage {
    const items: StoredObject[] = [];
    const most = limit > 0 ? Math.min(limit, this.#options.maxPageSize()) : Number.POSITIVE_INFINITY;
    let left = 0;
    for (const stored of collection.at(revision)) {
      if (stored.key <= start || !selection.matches(stored)) continue;
      if (items.length < most) items.push(stored);
      else if (!selection.unfiltered) {
        left = 1;
        break;
      } else left += 1;
    }
    const last = items.at(-1);
    const { shardSelector } = selection;
    const page = { items, revision, continue: '', remainingItemCount: undefined, shardSelector };
    if (left === 0 || last === undefined) return page;
    const token = encodeToken({ rv: revision, start: last.key });
    return { ...page, continue: token, remainingItemCount: selection.unfiltered ? left : undefined };
  }
}

function encodeToken(token: Token): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', ...token })).toString('base64url');
}

function decodeToken(text: string): Token {
  const bytes = Buffer.from(text, 'base64url');
  let why = '';
  try {
    const token = JSON.parse(bytes.toString()) as Partial<Token>;
    if (typeof token.rv === 'number' && typeof token.start === 'string') return { rv: token.rv, start: token.start };
  } catch {
    // Go looks at bytes, and shows as numbers what cannot be printed.
    const fault = jsonFault(bytes.toString('latin1'));
    why = `: ${fault.replaceAll(/[\u0080-\u009f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}`;
  }
  throw badRequest(`invalid continue token: continue key is not valid${why}`);
}

/** 410 with a token that goes on at the newest version, for clients that can live with an inconsistent list. */
function expiredToken(token: Token): ApiStatusError {
  const status = failure(410, {
    message:
      'The provided continue parameter is too old to display a consistent list result. Begin again, or go on with the token in this answer.',
  });
  return new ApiStatusError({ ...status, metadata: { continue: encodeToken({ rv: -1, start: token.start }) } });
}
