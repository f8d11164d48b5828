import type { HandlerCalled, ListEnded, PhaseChanged, WatchEnded } from '../../observe/informers.js';
import type { ObservedHandler } from '../../observe/subjects.js';
import { clip } from '../model/clip.js';
import type { HandlerView, TimelineEntry } from '../model/inspection.js';
import { DurationMeter, Meter } from './meters.js';
import { Ring } from './ring.js';

const TIMELINE = 60;

/** What was seen of one informer. */
export class InformerRecord {
  readonly timeline = new Ring<TimelineEntry>(TIMELINE);
  readonly received = new Meter();
  readonly receivedBytes = new Meter();
  readonly told = { adds: new Meter(), updates: new Meter(), deletes: new Meter() };
  readonly storing = new DurationMeter();
  readonly handlers = new Map<ObservedHandler, HandlerRecord>();

  listEnded({ reason, items, error, namespace, durationMs }: ListEnded, at: number): void {
    const place = namespace === undefined ? '' : ` in ${namespace}`;
    if (error === undefined)
      this.#note(at, 'list', `${reason}${place} (${items} objects in ${Math.round(durationMs)} ms)`);
    else this.#note(at, 'error', `list failed${place}: ${error.message}`);
  }

  watchEnded({ error, namespace }: WatchEnded, at: number): void {
    if (error === undefined) return;
    this.#note(at, 'error', `watch ended${namespace === undefined ? '' : ` in ${namespace}`}: ${error.message}`);
  }

  phaseChanged({ phase, namespace }: PhaseChanged, at: number): void {
    this.#note(at, 'phase', namespace === undefined ? phase : `${phase} in ${namespace}`);
  }

  #note(at: number, type: TimelineEntry['type'], what: string): void {
    this.timeline.push({ at, type, what: clip(what, 300) });
  }
}

/** What was seen of one handler. */
export class HandlerRecord {
  readonly calls = new Meter();
  readonly errors = new Meter();
  readonly took = new DurationMeter();
  readonly lag = new DurationMeter();
  lastError: HandlerView['lastError'];

  called({ durationMs, waitedMs, error }: HandlerCalled, at: number): void {
    this.calls.add(at);
    this.took.add(durationMs);
    this.lag.add(waitedMs);
    if (error === undefined) return;
    this.errors.add(at);
    this.lastError = { at, message: clip(error.message) };
  }
}
