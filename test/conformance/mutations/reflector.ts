import type { Mutation } from './mutation.js';

const reflector = 'runtime/src/reflector/reflector.ts';
const listing = 'runtime/src/reflector/listing.ts';
const watchListing = 'runtime/src/reflector/watch-listing.ts';
const watching = 'runtime/src/reflector/watching.ts';
const watchOpener = 'runtime/src/reflector/watch-opener.ts';
const session = 'runtime/src/reflector/watch-session.ts';
const pager = 'runtime/src/source/pager.ts';

export const reflectorMutations: readonly Mutation[] = [
  {
    name: 'a watch begins at any version rather than the one of the list',
    file: watching,
    find: 'const session = handedOver ?? (await opener.open(signal, { resourceVersion }));',
    replace: "const session = handedOver ?? (await opener.open(signal, { resourceVersion: '0' }));",
    kills: ['TestReflectorListAndWatch'],
  },
  {
    name: 'a failed list is no error of the round',
    file: listing,
    find: "return signal.aborted ? stopped() : failed(toError(thrown), 'list', 'list failed');",
    replace: "return { ...failed(toError(thrown), 'list', 'list failed'), failed: false };",
    kills: ['TestReflectorListAndWatchWithErrors'],
  },
  {
    name: 'objects of any kind are taken',
    file: 'runtime/src/reflector/wrong-kind.ts',
    find: 'if (kind === resource.kind && actual === apiVersion) return undefined;',
    replace: 'if (kind === resource.kind || actual !== undefined) return undefined;',
    kills: ['TestReflectorWatchHandler', 'TestGetExpectedGVKFromObject'],
  },
  {
    name: 'a stop does not close the watch',
    file: session,
    find: 'this.#controller.abort(reason ?? stopRequested);',
    replace: 'this.#onEnd?.(stopRequested);',
    kills: ['TestReflectorStopWatch', 'TestReflectorHandleWatchStoppedAfter', 'TestRunUntil'],
  },
  {
    name: 'a stop does not reach a watch that is being opened',
    file: watchOpener,
    find: '(session ? session.close() : controller.abort(signal.reason))',
    replace: 'session?.close()',
    kills: ['TestReflectorWatchStoppedAfter'],
  },
  {
    name: 'what came with the stop is applied',
    file: session,
    find: 'this.#ended = true;',
    replace: '',
    kills: ['TestReflectorHandleWatchStoppedAfter'],
  },
  {
    name: 'a watch that opens after the stop is not closed',
    file: watchOpener,
    find: 'if (signal.aborted) void opening.then(closeUnread, () => {});',
    replace: '',
    kills: ['TestReflectorHandleWatchStoppedBefore'],
  },
  {
    name: 'a stopped reflector begins a round all the same',
    file: reflector,
    find: 'state = signal.aborted ? stopped() : await this.#step(state, resync, signal);',
    replace: 'state = await this.#step(state, resync, signal);',
    kills: ['TestReflectorWatchStoppedBefore'],
  },
  {
    name: 'a watch that closes at once is an error like any other',
    file: session,
    find: "return { type: 'error', error: new VeryShortWatchError(this.#name, broken) };",
    replace: "return { type: 'error', error: new Error(this.#name) };",
    kills: ['TestReflectorHandleWatchResultChanClosedBefore', 'TestReflectorHandleWatchResultChanClosedAfter'],
  },
  {
    name: 'backoff does not grow',
    file: 'runtime/src/async/backoff.ts',
    find: 'this.#nextMs = Math.min(maxMs, delayMs * factor);',
    replace: 'this.#nextMs = Math.min(maxMs, delayMs);',
    kills: [
      'TestReflectorListAndWatchInitConnBackoff',
      'TestNewReflectorWithCustomBackoff',
      'TestBackoffOnTooManyRequests',
    ],
  },
  {
    name: 'backoff grows without a limit',
    file: 'runtime/src/async/backoff.ts',
    find: 'this.#nextMs = Math.min(maxMs, delayMs * factor);',
    replace: 'this.#nextMs = Math.max(maxMs * 0, delayMs * factor);',
    kills: ['TestReflectorListAndWatchInitConnBackoff', 'TestNewReflectorWithCustomBackoff'],
  },
  {
    name: 'a watch that ends with 429 makes it list again',
    file: watching,
    find: "if (isTooManyRequests(error)) return { at: 'backing-off', error, next: 'watching' };",
    replace: '',
    kills: ['TestBackoffOnTooManyRequests'],
  },
  {
    name: 'a watch that cannot start for 429 makes it list again',
    file: watching,
    find: 'if (!retrying.mayReopen(error)) return failed(',
    replace: 'if (!signal.aborted) return failed(',
    kills: ['TestNoRelistOnTooManyRequests', 'TestReflectorListAndWatchInitConnBackoff'],
  },
  {
    name: 'internal errors are not retried',
    file: watching,
    find: "if (isInternalError(error) && this.#internalErrors.shouldRetry()) return { at: 'watching' };",
    replace: '',
    kills: ['TestRetryInternalError'],
  },
  {
    name: 'the page size that was given is not used',
    file: listing,
    find: 'if (pageSize !== undefined) return pageSize;',
    replace: '',
    kills: ['TestReflectorWatchListPageSize', 'TestReflectorFullListIfExpired'],
  },
  {
    name: 'a list at a real version is paged',
    file: listing,
    find: "return this.#paginatedResult || resourceVersion === '' || resourceVersion === '0' ? 500 : 0;",
    replace: 'return 500;',
    kills: ['TestReflectorNotPaginatingNotConsistentReads'],
  },
  {
    name: 'that a list came in pages is forgotten',
    file: listing,
    find: "if (resourceVersion === '0' && list.paginated) this.#paginatedResult = true;",
    replace: '',
    kills: ['TestReflectorPaginatingNonConsistentReadsIfWatchCacheDisabled'],
  },
  {
    name: 'every list is at any version',
    file: 'runtime/src/reflector/sync-version.ts',
    find: "return this.#reached === '' ? '0' : this.#reached;",
    replace: "return '0';",
    kills: [
      'TestReflectorResyncWithResourceVersion',
      'TestReflectorExpiredExactResourceVersion',
      'TestReflectorFullListIfTooLarge',
    ],
  },
  {
    name: 'a list at an expired version is an error',
    file: listing,
    find: `      if (isExpired(error) || isTooLargeResourceVersion(error)) return undefined;
      throw error;`,
    replace: `      if (isTooLargeResourceVersion(error)) return undefined;
      throw error;`,
    kills: ['TestReflectorExpiredExactResourceVersion'],
  },
  {
    name: 'a list at a version from the future is an error',
    file: listing,
    find: `      if (isExpired(error) || isTooLargeResourceVersion(error)) return undefined;
      throw error;`,
    replace: `      if (isExpired(error)) return undefined;
      throw error;`,
    kills: ['TestReflectorFullListIfTooLarge'],
  },
  {
    name: 'an expired page is an error',
    file: pager,
    find: 'if (pages === 0 || !this.#fullListIfExpired || !isExpired(error)) throw error;',
    replace: 'throw error;',
    kills: ['TestReflectorFullListIfExpired', 'TestListPager_List'],
  },
  {
    name: 'later pages repeat the version',
    file: pager,
    find: 'delete query.resourceVersion;',
    replace: '',
    kills: ['TestListPager_List', 'TestReflectorWatchListPageSize'],
  },
  {
    name: 'short watches are honoured',
    file: watchOpener,
    find: 'const minMs = Math.max(300_000, this.#options.minWatchTimeoutMs ?? 0);',
    replace: 'const minMs = this.#options.minWatchTimeoutMs ?? 300_000;',
    kills: ['TestWatchTimeout'],
  },
  {
    name: 'the versions of bookmarks are not kept',
    file: session,
    find: 'options.onVersion(event.resourceVersion, true);',
    replace: '',
    kills: ['TestReflectorResourceVersionUpdate', 'TestWatchListResourceVersion'],
  },
  {
    name: 'an error event is passed over',
    file: session,
    find: "return { type: 'error', error: new ApiError(event.status, { verb: 'watch', resource: this.#name }) };",
    replace: 'continue;',
    kills: ['TestReflectorReplacesStoreOnUnsafeDelete', 'TestCloseWatchChannelOnError'],
  },
  {
    name: 'a WatchList does not transform',
    file: 'runtime/src/reflector/intake.ts',
    find: 'return store.prepare(object);',
    replace: 'return object;',
    kills: ['TestReflectorRespectStoreTransformer'],
  },
  {
    name: 'objects are transformed once more when a list is put in place',
    file: 'runtime/src/reflector/initial-state.ts',
    find: '{ prepared: true, retain: this.#retain, digests }',
    replace: '{ retain: this.#retain, digests }',
    kills: ['TestReflectorRespectStoreTransformer'],
  },
  {
    name: 'any bookmark ends the initial events',
    file: session,
    find: "if (event.type === 'BOOKMARK' && event.initialEventsEnd && options.untilInitialEventsEnd)",
    replace: "if (event.type === 'BOOKMARK' && options.untilInitialEventsEnd)",
    kills: ['TestWatchList'],
  },
  {
    name: 'the stream of a WatchList is not used further',
    file: watchListing,
    find: "return { at: 'watching', session };",
    replace: "session.close();\n    return { at: 'watching' };",
    kills: ['TestWatchList'],
  },
  {
    name: 'a WatchList takes the versions of unordered adds',
    file: watchListing,
    find: `          if (besidesAdded) gathered.resourceVersion = resourceVersion;`,
    replace: `          if (!besidesAdded) this.#parts.version.reach(resourceVersion);
          gathered.resourceVersion = resourceVersion;`,
    kills: ['TestWatchListResourceVersion'],
  },
  {
    name: 'a WatchList that failed is not followed by a list',
    file: watchListing,
    find: "this.#isRefused = meansUnsupported(error);\n    return { at: 'listing' };",
    replace: "return failed(error, 'watch', 'watch failed');",
    kills: ['TestWatchList'],
  },
  {
    name: 'a WatchList that worked does not make the last version good again',
    file: watchListing,
    find: '    this.#unfinished = 0;\n    version.available();\n',
    replace: '    this.#unfinished = 0;\n',
    kills: ['TestWatchList'],
  },
  {
    name: 'a WatchList that worked does not forget the unfinished ones before it',
    file: watchListing,
    find: '    this.#unfinished = 0;\n    version.available();\n',
    replace: '    version.available();\n',
    kills: ['TestWatchList'],
  },
  {
    name: 'an event that is passed over counts',
    file: 'runtime/src/reflector/watch-session.ts',
    find: 'if (!this.#apply(event, options)) continue;',
    replace: 'this.#apply(event, options);',
    kills: ['TestReflectorWatchHandler'],
  },
  {
    name: 'an event that the store refuses stops the version',
    file: 'runtime/src/reflector/watch-session.ts',
    find: '      options.onSkipped(toError(thrown), object);\n    }',
    replace: '      options.onSkipped(toError(thrown), object);\n      return true;\n    }',
    kills: ['TestReflectorWatchHandler'],
  },
];
