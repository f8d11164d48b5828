/** How much there is to do, and by how many at once. */
export interface ParallelizeOptions {
  /** The pieces are numbered from 0 to `pieces - 1`. */
  readonly pieces: number;
  /** How many pieces are under way at once. */
  readonly workers: number;
  /** Aborting it starts no further piece; the call then resolves when those under way have ended. Default: nothing ends it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does independent pieces of asynchronous work, each once, several at once. When a piece throws, no further one is
 * started, and the call rejects with the first error when those under way have ended.
 *
 * @example
 * const keys = indexer.listKeys();
 * await parallelizeUntil(async (i) => reconcile(keys[i] ?? ''), { pieces: keys.length, workers: 16 });
 */
export async function parallelizeUntil(
  doWorkPiece: (piece: number) => void | Promise<void>,
  { pieces, workers, signal }: ParallelizeOptions,
): Promise<void> {
  const stopped = (): boolean => signal?.aborted === true;
  let next = 0;
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    while (next < pieces && errors.length === 0 && !stopped()) {
      const piece = next;
      next += 1;
      try {
        await doWorkPiece(piece);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, pieces) }, work));
  if (errors.length > 0) throw errors[0];
}
