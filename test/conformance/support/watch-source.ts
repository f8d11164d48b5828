import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import type { Status } from '../../../runtime/src/api/status.js';
import type { ListOptions } from '../../../runtime/src/api/list-options.js';
import type {
  ListerWatcher,
  RequestContext,
  WatchBatch,
  WatchEvent,
} from '../../../runtime/src/source/lister-watcher.js';

export type Event = WatchEvent<KubernetesObject>;

/** An ADDED event of this version. */
export function added(version: number, name = 'x'): Event {
  return { type: 'ADDED', object: { metadata: { name, resourceVersion: String(version) } } };
}

export function bookmark(version: number): Event {
  return { type: 'BOOKMARK', resourceVersion: String(version), initialEventsEnd: false };
}

export function failure(status: Status): Event {
  return { type: 'ERROR', status };
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A stream of these events, each in a batch of its own, that then stays open until the signal aborts, or ends. */
export async function* stream(
  events: readonly Event[],
  { signal, closes = false }: { signal: AbortSignal; closes?: boolean },
): AsyncGenerator<WatchBatch<KubernetesObject>> {
  for (const event of events) {
    if (signal.aborted) return;
    yield [event];
  }
  if (!closes) await aborted(signal);
}

/** What a server would send from this version on: later changes, and errors that follow one of them. */
export function after(version: string | undefined, events: readonly Event[]): Event[] {
  const result: Event[] = [];
  for (const event of events) {
    if (event.type === 'ERROR') {
      if (result.length > 0) result.push(event);
    } else if (Number(versionOf(event)) > Number(version)) result.push(event);
  }
  return result;
}

function versionOf(event: Exclude<Event, { type: 'ERROR' }>): string | undefined {
  return event.type === 'BOOKMARK' ? event.resourceVersion : event.object.metadata?.resourceVersion;
}

type Watch = ListerWatcher<KubernetesObject>['watch'];

/** A source whose watches a function makes; it records their options. */
export class WatchSource implements Pick<ListerWatcher<KubernetesObject>, 'watch'> {
  readonly requests: ListOptions[] = [];
  readonly #watch: (options: ListOptions, context: RequestContext<KubernetesObject>) => ReturnType<Watch>;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  watch(options: ListOptions, context: RequestContext<KubernetesObject>): ReturnType<Watch> {
    this.requests.push({ ...options });
    return this.#watch(options, context);
  }
}
