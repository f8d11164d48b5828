import type { HandlerCalled, ListEnded, PhaseChanged, ToldEvents, WatchEnded } from '../../observe/informers.js';
import type { ObservedHandler } from '../../observe/subjects.js';
import { clip } from '../model/clip.js';
import type { HandlerView, TimelineEntry } from '../model/inspection.js';
import { DurationMeter, Meter } from './meters.js';
import { Ring } from './ring.js';

const TIMELINE = 60;
const LOOKED_AT = 1000;

/** What was seen of one informer. */
export class InformerRecord {
  readonly timeline: Ring<TimelineEntry> = new Ring(TIMELINE);
  readonly received: Meter = new Meter();
  readonly receivedBytes: Meter = new Meter();
  readonly told: { readonly adds: Meter; readonly updates: Meter; readonly deletes: Meter } = {
    adds: new Meter(),
    updates: new Meter(),
    deletes: new Meter(),
  };
  readonly storing: DurationMeter = new DurationMeter();
  readonly handlers: Map<ObservedHandler, HandlerRecord> = new Map();

  listEnded({ reason, items, error, namespace, durationMs }: ListEnded, at: number): void {
    const place = namespace === undefined ? '' : ` in ${namespace}`;
    if (error === undefined)
      this.#note(
        at,
        'list',
        `${reason}${place} (${items} ${items === 1 ? 'object' : 'objects'} in ${Math.round(durationMs)} ms)`,
      );
    else this.#note(at, 'error', `list failed${place}: ${error.message}`);
  }

  watchEnded({ error, namespace }: WatchEnded, at: number): void {
    if (error === undefined) return;
    this.#note(at, 'error', `watch ended${namespace === undefined ? '' : ` in ${namespace}`}: ${error.message}`);
  }

  phaseChanged({ phase, namespace }: PhaseChanged, at: number): void {
    this.#note(at, 'phase', namespace === undefined ? phase : `${phase} in ${namespace}`);
  }

  /** Of very many only some are looked at: a list of all adds, or of all updates, is told as that. */
  eventsTold(events: ToldEvents, at: number): void {
    const { length } = events;
    const looked = Math.min(length, LOOKED_AT);
    let [added, deleted] = [0, 0];
    for (let position = 0; position < looked; position += 1) {
      // The last one stands for all that follow.
      const count = position === looked - 1 ? length - looked + 1 : 1;
      const type = events.at(position)?.type;
      if (type === 'add') added += count;
      else if (type === 'delete') deleted += count;
    }
    const { adds, updates, deletes } = this.told;
    if (added > 0) adds.add(at, added);
    if (deleted > 0) deletes.add(at, deleted);
    if (added + deleted < length) updates.add(at, length - added - deleted);
  }

  #note(at: number, type: TimelineEntry['type'], what: string): void {
    this.timeline.push({ at, type, what: clip(what, 300) });
  }
}

/** What was seen of one handler. */
export class HandlerRecord {
  readonly calls: Meter = new Meter();
  readonly errors: Meter = new Meter();
  readonly took: DurationMeter = new DurationMeter();
  readonly lag: DurationMeter = new DurationMeter();
  lastError: HandlerView['lastError'];

  called({ count, durationMs, waitedMs, error }: HandlerCalled, at: number): void {
    this.calls.add(at, count);
    this.took.add(durationMs, count);
    this.lag.add(waitedMs, count);
    if (error === undefined) return;
    this.errors.add(at);
    this.lastError = { at, message: clip(error.message) };
  }
}
