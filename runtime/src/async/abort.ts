/**
 * Who is to be called when a signal aborts. Many requests share one signal, and each listener on it would count towards
 * the number from which Node warns of a leak: so a signal gets one listener, for as long as anybody needs it.
 */
const callbacks = new WeakMap<AbortSignal, Set<Entry>>();

/** An object for each registration, so that one function may be registered twice. */
interface Entry {
  readonly callback: () => void;
}

/**
 * Calls back once when the signal aborts, or now if it has aborted. The returned function removes the callback. A signal has one
 * listener for all callbacks, so that Node never warns of too many.
 *
 * @example
 * const remove = onAbort(signal, () => console.log('aborted'));
 * remove(); // the callback is not called any more
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return doNothing;
  if (signal.aborted) {
    callback();
    return doNothing;
  }
  let entries = callbacks.get(signal);
  if (entries === undefined) callbacks.set(signal, (entries = new Set()));
  if (entries.size === 0) signal.addEventListener('abort', dispatch, { once: true });
  const entry: Entry = { callback };
  entries.add(entry);
  return () => {
    if (entries.delete(entry) && entries.size === 0) signal.removeEventListener('abort', dispatch);
  };
}

/** Resolves when the signal aborts. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void onAbort(signal, resolve));
}

/** Settles as the promise does, or rejects with the signal's reason if that aborts first. Leaves no listener behind. */
export function raceWithAbort<V>(promise: Promise<V>, signal: AbortSignal | undefined): Promise<V> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason as Error));
    promise.then(resolve, reject).finally(forget);
  });
}

/** An AbortSignal of its own that also aborts with others, and stops following them when it is no longer needed. */
export class LinkedAbort {
  readonly #controller = new AbortController();
  readonly #links: (() => void)[] = [];

  constructor(...sources: readonly (AbortSignal | undefined)[]) {
    for (const source of sources) {
      if (this.signal.aborted) return;
      if (source !== undefined) this.#links.push(onAbort(source, () => this.abort(source.reason as Error)));
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.unlink();
    this.#controller.abort(reason);
  }

  /** Stops following the others: it no longer aborts with them. */
  unlink(): void {
    for (const forget of this.#links) forget();
  }
}

/** Works with a signal that aborts when the first of these does, with its reason. Leaves no listener behind. */
export async function withEitherSignal<R>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const link = new LinkedAbort(...signals);
  try {
    return await work(link.signal);
  } finally {
    link.unlink();
  }
}

/** Calls everybody in the order of registration, but for those who are taken back meanwhile. */
function dispatch(event: Event): void {
  const signal = event.target as AbortSignal;
  const entries = callbacks.get(signal);
  callbacks.delete(signal);
  for (const { callback } of entries ?? []) callback();
}

function doNothing(): void {}
