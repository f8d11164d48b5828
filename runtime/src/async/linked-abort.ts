/**
 * Who is to be aborted with a signal. Many requests share one signal, and each listener on it would count towards the
 * number from which Node warns of a leak: so a signal gets one listener, for as long as anybody needs it.
 */
const followers = new WeakMap<AbortSignal, Set<LinkedAbort>>();

/** An AbortSignal of its own that also aborts with others, and lets go of them when it is no longer needed. */
export class LinkedAbort {
  readonly #controller = new AbortController();
  readonly #sources: readonly AbortSignal[];

  constructor(...sources: readonly AbortSignal[]) {
    this.#sources = sources;
    const aborted = sources.find((source) => source.aborted);
    if (aborted !== undefined) this.#controller.abort(aborted.reason);
    else for (const source of sources) follow(source, this);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.unlink();
    this.#controller.abort(reason);
  }

  /** Lets go of the others: it no longer aborts with them. */
  unlink(): void {
    for (const source of this.#sources) unfollow(source, this);
  }
}

function follow(source: AbortSignal, follower: LinkedAbort): void {
  const existing = followers.get(source);
  if (existing !== undefined) return void existing.add(follower);
  followers.set(source, new Set([follower]));
  source.addEventListener('abort', onAbort, { once: true });
}

function unfollow(source: AbortSignal, follower: LinkedAbort): void {
  const others = followers.get(source);
  if (others?.delete(follower) !== true || others.size > 0) return;
  followers.delete(source);
  source.removeEventListener('abort', onAbort);
}

function onAbort(event: Event): void {
  const source = event.target as AbortSignal;
  const all = [...(followers.get(source) ?? [])];
  for (const follower of all) follower.abort(source.reason as Error);
}
