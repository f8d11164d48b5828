import { isExpired } from '../api/api-error.js';
import { InformerError } from '../api/informer-error.js';
import type { ListOptions } from '../api/list-options.js';
import type { ListerWatcher, ListResult, RequestContext } from './lister-watcher.js';
import { noneNegative } from '../async/check-number.js';
import { joinInTurns, joinNumbersInTurns } from '../collections/join-lists.js';

/** At 500 objects a page, ten million objects: a server that goes on is broken. */
const MAX_PAGES = 20_000;

/** The API server fills its pages: so many empty ones in a row that all promise more are no list. */
const MAX_EMPTY_PAGES = 10;

/** Options of {@link ListPager}. */
export interface ListPagerOptions {
  /** How many objects a page has; 0: all in one. Default 500. */
  readonly pageSize?: number | undefined;
  /** When a later page answers 410, list everything in one request instead of failing. Default true. */
  readonly fullListIfExpired?: boolean | undefined;
  /** How many pages {@link ListPager.eachListItem} asks for ahead of the one it is at, and the next. Default 5. */
  readonly pageBufferSize?: number | undefined;
}

/** A whole list, put together from its pages. */
export interface PagedList<T> {
  readonly items: readonly T[];
  /** As in {@link ListResult.digests}. */
  readonly digests?: ArrayLike<number> | undefined;
  readonly resourceVersion: string;
  /** It came in more than one page. */
  readonly paginated: boolean;
}

/**
 * Lists in pages, so that neither side holds a huge answer at once.
 *
 * @example
 * const pager = new ListPager<Pod>(client.listerWatcher(podResource), { pageSize: 100 });
 * const { items } = await pager.list({}, { signal });
 * console.log(items.length);
 */
export class ListPager<T> {
  readonly #source: Pick<ListerWatcher<T>, 'list'>;
  readonly #pageSize: number;
  readonly #fullListIfExpired: boolean;
  readonly #pageBufferSize: number;

  constructor(source: Pick<ListerWatcher<T>, 'list'>, options: ListPagerOptions = {}) {
    noneNegative(options, 'pageSize', 'pageBufferSize');
    this.#source = source;
    this.#pageSize = options.pageSize ?? 500;
    this.#fullListIfExpired = options.fullListIfExpired ?? true;
    this.#pageBufferSize = options.pageBufferSize ?? 5;
  }

  /** Every object. The version is that of the first page, which the others continue. */
  async list(options: ListOptions, context: RequestContext<T>): Promise<PagedList<T>> {
    const items: T[][] = [];
    const digests: (readonly number[] | undefined)[] = [];
    let resourceVersion = '';
    let pages = 0;
    try {
      for await (const page of this.pages(options, context)) {
        if (pages === 0 && !page.continue)
          return { items: page.items, digests: page.digests, resourceVersion: page.resourceVersion, paginated: false };
        if (pages === 0) resourceVersion = page.resourceVersion;
        pages += 1;
        items.push(page.items as T[]);
        digests.push(page.digests);
      }
    } catch (error) {
      if (pages === 0 || !this.#fullListIfExpired || !isExpired(error)) throw error;
      const whole = await this.#source.list({ ...options }, context);
      return { items: whole.items, digests: whole.digests, resourceVersion: whole.resourceVersion, paginated: true };
    }
    return { items: await joinInTurns(items), digests: await flatten(digests), resourceVersion, paginated: true };
  }

  /**
   * Calls `visit` for one object after the other, while further pages are on their way; a promise that it returns is
   * awaited. Rejects with what `visit` throws, with the error of a page after the objects before it, or with the signal's
   * reason after the page that is being visited.
   *
   * @example
   * await new ListPager(client.listerWatcher(pods)).eachListItem({}, { signal }, (pod) => check(pod));
   */
  async eachListItem(
    options: ListOptions,
    context: RequestContext<T>,
    visit: (object: T) => void | Promise<void>,
  ): Promise<void> {
    let wanted = true;
    const source = this.pages(options, context, () => wanted);
    const ahead: Promise<IteratorResult<ListResult<T>>>[] = [];
    const ask = (): void => {
      const page = source.next();
      // It is awaited when its turn comes, and not at all when `visit` throws before.
      page.catch(() => {});
      ahead.push(page);
    };
    for (let count = 0; count <= this.#pageBufferSize; count += 1) ask();
    try {
      for (let next = await ahead.shift(); next && !next.done; next = await ahead.shift()) {
        ask();
        for (const object of next.value.items) await visit(object);
        context.signal.throwIfAborted();
      }
    } finally {
      wanted = false;
    }
  }

  /** Page after page, while they are wanted. A page that answers 410 ends it with that error. */
  async *pages(
    options: ListOptions,
    context: RequestContext<T>,
    isWanted: () => boolean = () => true,
  ): AsyncGenerator<ListResult<T>> {
    const query: ListOptions = { ...options };
    if (this.#pageSize > 0) query.limit = this.#pageSize;
    let emptyPages = 0;
    for (let pages = 0; isWanted(); pages += 1) {
      if (pages >= MAX_PAGES)
        throw new InformerError('TooLarge', `a list has more than ${MAX_PAGES} pages: the server never ends it`);
      const page = await this.#source.list({ ...query }, context);
      yield page;
      if (!page.continue) return;
      emptyPages = page.items.length === 0 ? emptyPages + 1 : 0;
      if (page.continue === query.continue || emptyPages >= MAX_EMPTY_PAGES)
        throw new InformerError('MalformedList', 'a list promises further pages and brings nothing new with them');
      query.continue = page.continue;
      // The token carries the version; the server refuses both.
      delete query.resourceVersion;
      delete query.resourceVersionMatch;
    }
  }
}

/** Nothing, unless every page has some. */
async function flatten(pages: readonly (readonly number[] | undefined)[]): Promise<ArrayLike<number> | undefined> {
  const known = pages.filter((page) => page !== undefined);
  return known.length === pages.length ? joinNumbersInTurns(known) : undefined;
}
