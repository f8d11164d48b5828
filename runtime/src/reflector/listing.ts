import { ApiError, isExpired, isTooLargeResourceVersion } from '../api/api-error.js';
import type { KubernetesObject } from '../api/object.js';
import { toError } from '../api/on-error.js';
import { raceWithAbort } from '../async/abort.js';
import { turnIsUsedUp, yieldToEventLoop } from '../async/turn.js';
import { ListPager } from '../source/pager.js';
import { prepareList } from './intake.js';
import type { ReflectorParts } from './reflector-parts.js';
import type { ReflectorState } from './reflector-state.js';
import { failed, isVersion, stopped } from './reflector-state.js';

/** The state `listing`: replaces the store's content with a LIST, at the version that the store has reached or a newer one. */
export class Listing<T extends KubernetesObject> {
  readonly #parts: ReflectorParts<T>;
  /** A list at '0' came in pages: this server pages cached lists, so keep asking for pages. */
  #paginatedResult = false;

  constructor(parts: ReflectorParts<T>) {
    this.#parts = parts;
  }

  async step(signal: AbortSignal): Promise<ReflectorState<T>> {
    const { store, version, reports, retrying } = this.#parts;
    await retrying.slowDown('listing', signal);
    const resourceVersion = version.forList();
    try {
      const list = await this.#list(resourceVersion, signal);
      // Thousands of lists may have arrived at once, each too short to use up a turn by itself.
      if (turnIsUsedUp()) await yieldToEventLoop();
      const { objects, ...options } = await prepareList(store, list, reports.unprepared);
      if (signal.aborted) return stopped();
      version.available();
      store.replace(objects, list.resourceVersion, options);
      version.reach(list.resourceVersion);
      retrying.listed();
      return { at: 'watching' };
    } catch (thrown) {
      // Perhaps it is the version that is refused: one that came over a garbled connection must not be asked for for ever.
      if (isBadRequest(thrown) && isVersion(resourceVersion)) version.unavailable();
      return signal.aborted ? stopped() : failed(toError(thrown), 'list', 'list failed');
    }
  }

  /** At that version, or at the newest where the server does not have it. */
  async #list(resourceVersion: string, signal: AbortSignal): ReturnType<ListPager<T>['list']> {
    const list = await this.#listAt(resourceVersion, signal).catch((error: unknown) => {
      if (isExpired(error) || isTooLargeResourceVersion(error)) return undefined;
      throw error;
    });
    if (list === undefined) {
      this.#parts.version.unavailable();
      await this.#parts.retrying.slowDown('listing', signal);
      return this.#listAt('', signal);
    }
    if (resourceVersion === '0' && list.paginated) this.#paginatedResult = true;
    return list;
  }

  #listAt(resourceVersion: string, signal: AbortSignal): ReturnType<ListPager<T>['list']> {
    const { source, context } = this.#parts;
    const pager = new ListPager(source, { pageSize: this.#pageSizeAt(resourceVersion) });
    // A source that ignores its signal must not keep anybody waiting.
    return raceWithAbort(pager.list({ resourceVersion }, context(signal)), signal);
  }

  /** A list at a real version is answered from the server's cache, which does not page: asking for pages bypasses it. */
  #pageSizeAt(resourceVersion: string): number {
    const { pageSize } = this.#parts.options;
    if (pageSize !== undefined) return pageSize;
    return this.#paginatedResult || resourceVersion === '' || resourceVersion === '0' ? 500 : 0;
  }
}

function isBadRequest(error: unknown): boolean {
  return error instanceof ApiError && (error.statusCode === 400 || error.statusCode === 422);
}
