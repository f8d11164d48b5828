import type { Clock } from '../../async/clock.js';
import { realClock } from '../../async/clock.js';
import type { Observer } from '../../observe/observer.js';
import type { ObservedInformer } from '../../observe/subjects.js';
import { ControllerRecord } from './controller-record.js';
import { EventLog } from './event-log.js';
import { HandlerRecord, InformerRecord } from './informer-record.js';
import { Meter } from './meters.js';

/** Remembers what it observes, in rings: what it takes is bounded, however long it runs. */
export class Recorder implements Disposable {
  // Of the machine's clock: on virtual time nobody may be there to move it, and objects would be held for ever.
  readonly events: EventLog = new EventLog(realClock);
  readonly fenced: Meter = new Meter();
  readonly #clock: Clock;
  readonly #informers = new WeakMap<ObservedInformer, InformerRecord>();
  /** By the name of the controller, which is that of its queue. */
  readonly #controllers = new Map<string, ControllerRecord>();
  readonly #nameOf: (informer: ObservedInformer) => string;
  readonly observer: Observer = this.#newObserver();

  /** `nameOf`: how events name their informer. */
  constructor(clock: Clock, nameOf: (informer: ObservedInformer) => string) {
    this.#clock = clock;
    this.#nameOf = nameOf;
  }

  [Symbol.dispose](): void {
    this.events[Symbol.dispose]();
  }

  informer(subject: ObservedInformer): InformerRecord {
    let record = this.#informers.get(subject);
    if (record === undefined) {
      record = new InformerRecord();
      this.#informers.set(subject, record);
    }
    return record;
  }

  controller(name: string): ControllerRecord {
    let record = this.#controllers.get(name);
    if (record === undefined) {
      record = new ControllerRecord();
      this.#controllers.set(name, record);
    }
    return record;
  }

  #newObserver(): Observer {
    const now = (): number => this.#clock.now();
    return {
      attached: (subject) => {
        if (subject.type === 'handler') this.informer(subject.informer).handlers.set(subject, new HandlerRecord());
      },
      detached: (subject) => {
        if (subject.type === 'handler') this.informer(subject.informer).handlers.delete(subject);
      },
      listEnded: (informer, end) => this.informer(informer).listEnded(end, now()),
      watchEnded: (informer, end) => this.informer(informer).watchEnded(end, now()),
      phaseChanged: (informer, change) => this.informer(informer).phaseChanged(change, now()),
      bytesReceived: (informer, bytes) => this.informer(informer).receivedBytes.add(now(), bytes),
      eventsStored: (informer, { count, durationMs }) => {
        const record = this.informer(informer);
        record.received.add(now(), count);
        record.storing.add(durationMs);
      },
      eventsTold: (informer, events) => {
        const at = now();
        this.informer(informer).eventsTold(events, at);
        this.events.addAll(this.#nameOf(informer), events, at);
      },
      handlerCalled: (handler, call) => this.informer(handler.informer).handlers.get(handler)?.called(call, now()),
      keyAdded: ({ name }, added) => this.controller(name).keyAdded(added, now()),
      keyDelayed: ({ name }, delayed) => this.controller(name).keyDelayed(delayed, now()),
      keyTaken: ({ name }, taken) => this.controller(name).keyTaken(taken),
      reconcileStarted: ({ name }, start) => this.controller(name).reconcileStarted(start, now()),
      reconcileEnded: ({ name }, end) => this.controller(name).reconcileEnded(end, now()),
      writeFenced: () => this.fenced.add(now()),
    };
  }
}
