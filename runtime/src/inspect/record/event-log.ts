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
/** While nobody looks, so many events a second are noted, and the others only counted. */
const UNSEEN_PER_SECOND = 50;
/** Whoever has looked may look again within this time. */
const LOOK_LASTS_MS = 10_000;

/** Events as they were told, not looked at yet. */
interface HeldEvents {
  readonly informer: string;
  readonly events: ToldEvents;
  readonly at: number;
  /** The number of the event before the first of them. */
  readonly after: number;
}

/**
 * The last events of all informers. Of objects it keeps only names, and of changes only where they are. While somebody looks, what
 * is told is held as it is, and looked at once a second or when somebody asks: of a flood only the last events ever are. While
 * nobody does nothing is held: objects that are held are copied by the collector, which costs more than the rest of their event.
 */
export class EventLog implements Disposable {
  readonly #events = new Ring<EventView>(KEPT);
  readonly #clock: Pick<Clock, 'after'>;
  /** The oldest first; without the first of them, fewer than KEPT events. */
  readonly #held = new Fifo<HeldEvents>();
  #heldCount = 0;
  #timer: Timer | undefined;
  #sequence = 0;
  readonly #comparing = new Allowance(COMPARED_PER_SECOND);
  readonly #noting = new Allowance(UNSEEN_PER_SECOND);
  /** Set while somebody looks. */
  #looking: Timer | undefined;
  #lookedAgain = false;

  /** @param clock Of the timers that let go of objects, and of who looks. */
  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Somebody looks at what this process does: until further notice all last events are of interest. */
  look(): void {
    if (this.#looking === undefined) this.#looking = this.#lookFor();
    else this.#lookedAgain = true;
  }

  /** Of a list of many only the last ones are noted. */
  addAll(informer: string, events: ToldEvents, at: number): void {
    this.#sequence += events.length;
    if (this.#looking === undefined) this.#noteSome(informer, events, at);
    else this.#hold(informer, events, at);
  }

  #noteSome(informer: string, events: ToldEvents, at: number): void {
    const { length } = events;
    for (let position = length - this.#noting.take(at, length); position < length; position += 1) {
      const event = events.at(position);
      if (event !== undefined) this.#add({ informer, event, at, sequence: this.#sequence - length + position + 1 });
    }
  }

  #hold(informer: string, events: ToldEvents, at: number): void {
    const last = lastOf(events);
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
    this.#looking?.cancel();
    this.#held.clear();
  }

  #lookFor(): Timer {
    this.#lookedAgain = false;
    const timer = this.#clock.after(LOOK_LASTS_MS, () => {
      this.#looking = this.#lookedAgain ? this.#lookFor() : undefined;
    });
    timer.unref?.();
    return timer;
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
    if (event.type !== 'update' || isResync(event) || this.#comparing.take(at, 1) === 0) return {};
    // To compare them would decode what the program has not asked for.
    if (!isDecoded(event.before) || !isDecoded(event.after)) return {};
    const { paths, more } = changedPaths(event.before, event.after);
    return { paths, ...(more > 0 && { morePaths: more }) };
  }
}

/** So many of something in each second. */
class Allowance {
  readonly #perSecond: number;
  #second = -1;
  #left = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Takes so many, or as many as are left. Returns how many. */
  take(now: number, wanted: number): number {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) [this.#second, this.#left] = [second, this.#perSecond];
    const taken = Math.min(wanted, this.#left);
    this.#left -= taken;
    return taken;
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
