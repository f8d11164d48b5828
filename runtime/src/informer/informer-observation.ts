import type { KubernetesObject } from '../api/object.js';
import type { OnError } from '../api/on-error.js';
import type { ResourceSpec } from '../api/resource.js';
import type { Clock } from '../async/clock.js';
import { Observers } from '../observe/observers.js';
import type { ObservedInformer, ObservedInformerStatus } from '../observe/subjects.js';
import type { ListerWatcher } from '../source/lister-watcher.js';
import type { Delta, Deltas } from '../queue/delta.js';
import type { ReflectorStatus } from '../reflector/reflector-status.js';
import type { InformerStatus } from './informer-status.js';
import type { ObservedSourceOptions } from './observed-source.js';
import { ObservedSource } from './observed-source.js';

/** Of which informer an {@link InformerObservation} tells. */
export interface InformerObservationOptions {
  readonly name: string;
  readonly resource: ResourceSpec;
  readonly clock: Clock;
  readonly onError: OnError;
  readonly status: () => InformerStatus;
  readonly size: () => number;
  readonly queued: () => number;
  readonly storeResourceVersion: () => string;
}

/** A reflector whose requests are observed. */
export type ObservedReflector = Pick<ObservedSourceOptions, 'namespace' | 'relists'>;

/** Notifies observers of what an informer does. */
export class InformerObservation {
  readonly observers: Observers;
  readonly subject: ObservedInformer;
  readonly #options: InformerObservationOptions;
  /** The phase that observers were last notified of, by namespace. */
  readonly #phases = new Map<string | undefined, string>();

  constructor(options: InformerObservationOptions) {
    const { name, resource, clock, onError } = options;
    this.#options = options;
    this.observers = new Observers({ onError, name });
    this.subject = {
      type: 'informer',
      name,
      group: resource.group,
      version: resource.version,
      resource: resource.plural,
      kind: resource.kind,
      get status(): ObservedInformerStatus {
        return options.status();
      },
      get size() {
        return options.size();
      },
      get queued() {
        return options.queued();
      },
      get storeResourceVersion() {
        return options.storeResourceVersion();
      },
      now: () => clock.now(),
    };
    this.observers.add(this.subject);
  }

  /** Wraps a source so that observers are notified of its lists and watches. */
  source<T extends KubernetesObject>(source: ListerWatcher<T>, reflector: ObservedReflector): ListerWatcher<T> {
    const { observers, subject } = this;
    return new ObservedSource<T>(source, { observers, subject, clock: this.#options.clock, ...reflector });
  }

  /** Notifies observers of a change of the reflector's phase, or of one namespace's reflector. */
  statusChanged({ phase, retryAt, lastError }: ReflectorStatus, namespace?: string): void {
    if ((this.#phases.get(namespace) ?? 'idle') === phase && phase !== 'backing-off') return;
    // A removed namespace leaves nothing behind.
    if (phase === 'stopped') this.#phases.delete(namespace);
    else this.#phases.set(namespace, phase);
    this.observers.on?.phaseChanged?.(this.subject, { phase, namespace, retryAt, problem: lastError?.message });
  }

  /** When processing began; undefined while nobody wants to know. */
  begin(): number | undefined {
    return this.observers.on?.eventsStored === undefined ? undefined : this.#options.clock.now();
  }

  /** Changes are in the cache. */
  stored(deltas: Deltas<unknown>, startedAt: number | undefined): void {
    const { on } = this.observers;
    if (on === undefined || startedAt === undefined) return;
    on.eventsStored?.(this.subject, { count: countOf(deltas), durationMs: this.#options.clock.now() - startedAt });
  }
}

function countOf(deltas: Deltas<unknown>): number {
  let count = 0;
  for (const delta of deltas as readonly Delta<unknown>[])
    count += delta.type === 'ReplacedAll' ? delta.objects.length : delta.type === 'Bookmark' ? 0 : 1;
  return count;
}
