import { DeletedFinalStateUnknown } from '../../api/deleted.js';
import { identityOf, isDecoded } from '../../api/identity.js';
import { deletionHandlingMetaNamespaceKeyFunc } from '../../api/key.js';
import type { KubernetesObject } from '../../api/object.js';
import type { ToldEvent, ToldEvents } from '../../observe/informers.js';
import { clip } from '../model/clip.js';
import type { EventView } from '../model/inspection.js';
import { changedPaths } from './changed-paths.js';
import { Ring } from './ring.js';

const KEPT = 400;
/** So many updates a second are compared: a flood of them must not cost the program more than that. */
const COMPARED_PER_SECOND = 50;

/** The last events of all informers. Of objects it keeps only names, and of changes only where they are. */
export class EventLog {
  readonly #events = new Ring<EventView>(KEPT);
  #sequence = 0;
  #second = 0;
  #compared = 0;

  /** Of a list of many only the last ones are noted. */
  addAll(informer: string, events: ToldEvents, at: number): void {
    const skipped = Math.max(0, events.length - KEPT);
    this.#sequence += skipped;
    for (let position = skipped; position < events.length; position += 1) {
      const event = events.at(position);
      if (event !== undefined) this.#add(informer, event, at);
    }
  }

  #add(informer: string, event: ToldEvent, at: number): void {
    this.#sequence += 1;
    const object = stateOf(event);
    this.#events.push({
      sequence: this.#sequence,
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
