import { DeletedFinalStateUnknown } from '../../api/deleted.js';
import { identityOf, isDecoded } from '../../api/identity.js';
import { deletionHandlingMetaNamespaceKeyFunc } from '../../api/key.js';
import type { KubernetesObject } from '../../api/object.js';
import type { Clock, Timer } from '../../async/clock.js';
import { Fifo } from '../../collections/fifo.js';
import type { ToldEvent, ToldEvents } from '../../observe/informers.js';
import { clip } from '../model/clip.js';
import type { EventView } from '../model/inspection.js';
import { changedPaths } from './changed-paths.js';
import { Ring } from './ring.js';

const KEPT = 400;
/** For so long at most the objects of events are held on to. */
const HELD_MS = 1000;
/** So many updates a second are compared: a flood of them must not cost the program more than that. */
const COMPARED_PER_SECOND = 50;

/** Events as they were told, not looked at yet. */
interface HeldEvents {
  readonly informer: string;
  readonly events: ToldEvents;
  readonly at: number;
  /** The number of the event before the first of them. */
  readonly after: number;
}

/**
 * The last events of all informers. Of objects it keeps only names, and of changes only where they are. What is told is held as it
 * is, and looked at once a second or when somebody asks: of a flood only the last events ever are.
 */
export class EventLog implements Disposable {
  readonly #events = new Ring<EventView>(KEPT);
  readonly #clock: Pick<Clock, 'after'>;
  /** The oldest first; without the first of them, fewer than KEPT events. */
  readonly #held = new Fifo<HeldEvents>();
  #heldCount = 0;
  #timer: Timer | undefined;
  #sequence = 0;
  #second = 0;
  #compared = 0;

  /** @param clock Of the timer that lets go of objects. */
  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Of a list of many only the last ones are noted. */
  addAll(informer: string, events: ToldEvents, at: number): void {
    const last = lastOf(events);
    this.#sequence += events.length;
    this.#held.push({ informer, events: last, at, after: this.#sequence - last.length });
    this.#heldCount += last.length;
    for (;;) {
      const first = this.#held.at(0)?.events.length ?? 0;
      if (this.#heldCount - first < KEPT) break;
      this.#held.shift();
      this.#heldCount -= first;
    }
    this.#timer ??= this.#later();
  }

  [Symbol.dispose](): void {
    this.#timer?.cancel();
    this.#held.clear();
  }

  #later(): Timer {
    const timer = this.#clock.after(HELD_MS, () => {
      this.#timer = undefined;
      this.#settle();
    });
    timer.unref?.();
    return timer;
  }

  /** Notes what is held, and lets go of it. */
  #settle(): void {
    for (let held = this.#held.shift(); held !== undefined; held = this.#held.shift()) {
      const { informer, events, at, after } = held;
      for (let position = 0; position < events.length; position += 1) {
        const event = events.at(position);
        if (event !== undefined) this.#add({ informer, event, at, sequence: after + position + 1 });
      }
    }
    this.#heldCount = 0;
  }

  #add({ informer, event, at, sequence }: { informer: string; event: ToldEvent; at: number; sequence: number }): void {
    const object = stateOf(event);
    this.#events.push({
      sequence,
      at,
      informer,
      type: event.type === 'update' && isResync(event) ? 'resync' : event.type,
      key: clip(keyOf(event), 520),
      resourceVersion: clip(identityOf(object as KubernetesObject | undefined)?.resourceVersion ?? '', 100),
      ...this.#pathsOf(event, at),
    });
  }

  /** Those after a sequence, the oldest first. */
  since(sequence: number): readonly EventView[] {
    this.#settle();
    const all = this.#events.list();
    return sequence === 0 ? all : all.filter((each) => each.sequence > sequence);
  }

  /** The number of the last one. */
  get sequence(): number {
    return this.#sequence;
  }

  #pathsOf(event: ToldEvent, at: number): Pick<EventView, 'paths' | 'morePaths'> {
    if (event.type !== 'update' || isResync(event) || !this.#mayCompare(at)) return {};
    // To compare them would decode what the program has not asked for.
    if (!isDecoded(event.before) || !isDecoded(event.after)) return {};
    const { paths, more } = changedPaths(event.before, event.after);
    return { paths, ...(more > 0 && { morePaths: more }) };
  }

  #mayCompare(at: number): boolean {
    const second = Math.floor(at / 1000);
    if (second !== this.#second) [this.#second, this.#compared] = [second, 0];
    this.#compared += 1;
    return this.#compared <= COMPARED_PER_SECOND;
  }
}

/** No more of them than are kept. A long list is not held on to: there may be as many events as objects. */
function lastOf(events: ToldEvents): ToldEvents {
  const { length } = events;
  if (length <= KEPT) return events;
  return Array.from({ length: KEPT }, (_, position) => events.at(length - KEPT + position) as ToldEvent);
}

function stateOf(event: ToldEvent): unknown {
  const object = event.type === 'update' ? event.after : event.object;
  return object instanceof DeletedFinalStateUnknown ? object.object : object;
}

/** A transform may have left an object without a name. */
function keyOf(event: ToldEvent): string {
  try {
    const object = event.type === 'update' ? event.after : event.object;
    return deletionHandlingMetaNamespaceKeyFunc(object as KubernetesObject);
  } catch {
    return '';
  }
}

function isResync({ before, after }: Extract<ToldEvent, { type: 'update' }>): boolean {
  if (before === after) return true;
  const version = identityOf(after as KubernetesObject)?.resourceVersion;
  return version !== undefined && version === identityOf(before as KubernetesObject)?.resourceVersion;
}
