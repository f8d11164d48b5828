import { isExpired } from '../api/api-error.js';
import type { KubernetesObject } from '../api/object.js';
import { isVersion, replaced } from './reflector-state.js';
import type { WatchOpener } from './watch-opener.js';
import type { WatchSession } from './watch-session.js';

/**
 * Lets another watch take over from one that cannot be asked whether its server is still there: the new one is opened from
 * where the old one is, and only when it is accepted, and the old one has brought nothing meanwhile, is that closed. So
 * there is neither a gap nor a double.
 */
export class WatchTakeover<T extends KubernetesObject> {
  readonly #opener: WatchOpener<T>;
  readonly #version: () => string;
  #next: WatchSession<T> | undefined;
  #isOpening = false;

  /** @param version How far the open watch is. */
  constructor(opener: WatchOpener<T>, version: () => string) {
    this.#opener = opener;
    this.#version = version;
  }

  /** Opens another watch, unless one is being opened. If it is accepted, the old one ends and {@link take} has the new one. */
  async begin(session: WatchSession<T>, signal: AbortSignal): Promise<void> {
    const resourceVersion = this.#version();
    if (this.#isOpening || !isVersion(resourceVersion)) return;
    this.#isOpening = true;
    const next = await this.#opener.open(signal, { resourceVersion });
    this.#isOpening = false;
    if (next instanceof Error) {
      if (isExpired(next)) session.close(next);
    } else if (session.isEnded || this.#version() !== resourceVersion) {
      next.close();
    } else {
      this.#next = next;
      session.close(replaced);
    }
  }

  /** The watch that has taken over, once. */
  take(): WatchSession<T> | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}
