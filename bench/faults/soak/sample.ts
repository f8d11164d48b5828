/** The handlers of a soak, each bad in its own way but the first. */
export const HANDLER_SORTS = ['sync', 'slow', 'throwing', 'stuck'] as const;

export type SoakHandler = (typeof HANDLER_SORTS)[number];

/** How the process of the informer is doing, once a second. */
export interface Sample {
  /** Since the informer had synced. */
  readonly atMs: number;
  readonly heapBytes: number;
  /** Right after a full collection, which is made now and then; undefined otherwise. */
  readonly collectedHeapBytes?: number | undefined;
  readonly rssBytes: number;
  readonly sockets: number;
  readonly timers: number;
  /**
   * The longest that this process held its event loop in that second, by its own CPU time: on a busy machine it waits for a core, too.
   */
  readonly loopHeldMs: number;
  /** Events that wait for each handler. */
  readonly backlog: { readonly [handler in SoakHandler]: number };
  /** What they take in memory, as the informer estimates it. */
  readonly backlogBytes: number;
  /** Events that the sync handler was told so far. */
  readonly events: number;
}
