import type { ControllerObserver } from './events.js';
import type { InformerObserver } from './informers.js';
import type { RequestObserver } from './requests.js';
import type { Observed } from './subjects.js';

/**
 * Told of everything that happens between the server and a reconcile. Every method is optional, is called synchronously and
 * must be quick; what one throws is reported to `onError` with the stage `observer` and goes no further. Metrics, traces
 * and the inspector are observers.
 *
 * @example
 * using _observing = manager.observe({
 *   listEnded: ({ name }, { reason, items }) => console.log(`${name}: listed ${items} objects: ${reason}`),
 * });
 */
export interface Observer extends RequestObserver, InformerObserver, ControllerObserver {
  /** Something is observed from now on: told of what is there, then of each that is made. */
  attached?(subject: Observed): void;
  /** It is gone, or no longer observed. */
  detached?(subject: Observed): void;
}

/** What can be observed, from any moment on. Disposing of what is returned ends it. */
export interface Observable {
  /** The same observer twice is told once. */
  observe(observer: Observer): Disposable;
}
