import { setTimeout as delay } from 'node:timers/promises';
import type { DeletedObject, KubernetesObject, ResourceEventHandler } from '@informer-gen/runtime';
import { addEvent, deleteEvent, updateEvent } from '../../../conformance/support/handler-event.js';
import type { HandlerEvent } from '../../../conformance/support/handler-event.js';
import { hashOf } from '../write/content.js';
import type { HandlerSort, SeenEvent } from './report.js';

/** An object of one of the two resources. */
export interface WrittenObject extends KubernetesObject {
  /** Of a ConfigMap. */
  readonly data?: { readonly serial?: string; readonly text?: string };
  /** Of a widget. */
  readonly spec?: { readonly serial?: string; readonly text?: string };
}

/** What a throwing handler throws: nothing that anybody has to hear of. */
export class DeliberateError extends Error {}

/** A slow handler takes this long for each event: a few times as long as the writer needs for one. */
const SLOW_MS = 15;

/** Notes what it is told of objects in certain namespaces, then behaves as its sort does. */
export class RecordingHandler implements ResourceEventHandler<WrittenObject> {
  readonly events: SeenEvent[] = [];
  readonly #sort: HandlerSort;
  readonly #namespaces: ReadonlySet<string>;

  constructor(sort: HandlerSort, namespaces: readonly string[]) {
    this.#sort = sort;
    this.#namespaces = new Set(namespaces);
  }

  onAdd(object: WrittenObject, isInInitialList: boolean): void | Promise<void> {
    return this.#note(addEvent(object, isInInitialList), object);
  }

  onUpdate(before: WrittenObject, after: WrittenObject): void | Promise<void> {
    return this.#note(updateEvent(before, after), after);
  }

  onDelete(deleted: DeletedObject<WrittenObject>): void | Promise<void> {
    return this.#note(deleteEvent(deleted), deleted.lastKnown);
  }

  #note(event: HandlerEvent, object: WrittenObject | undefined): void | Promise<void> {
    if (!this.#namespaces.has(event.key.split('/')[0] ?? '')) return;
    this.events.push({ ...event, ...contentIn(object) });
    return this.#behave();
  }

  #behave(): void | Promise<void> {
    if (this.#sort === 'slow') return delay(SLOW_MS);
    if (this.#sort !== 'throwing') return;
    if (this.events.length % 2 === 0) return Promise.reject(new DeliberateError('this handler rejects'));
    throw new DeliberateError('this handler throws');
  }
}

/** An object that cannot be read is something that nobody wrote, and the checker says so. */
function contentIn(object: WrittenObject | undefined): Pick<SeenEvent, 'serial' | 'textHash'> {
  try {
    const { serial = '', text = '' } = object?.data ?? object?.spec ?? {};
    return { serial, textHash: hashOf(text) };
  } catch (error) {
    return { serial: `unreadable: ${String(error)}`, textHash: '' };
  }
}
