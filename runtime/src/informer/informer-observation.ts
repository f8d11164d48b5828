import type { KubernetesObject } from '../api/object.js';
import type { OnError } from '../api/on-error.js';
import type { ResourceSpec } from '../api/resource.js';
import type { Clock } from '../async/clock.js';
import { Observers } from '../observe/observers.js';
import type { ObservedInformer, ObservedInformerStatus } from '../observe/subjects.js';
import type { ListerWatcher } from '../lister-watcher/lister-watcher.js';
import type { Delta, Deltas } from '../queue/delta.js';
import type { ReflectorStatus } from '../reflector/status.js';
import type { InformerStatus } from './informer-status.js';
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

/** What an informer tells observers of itself. */
export class InformerObservation {
  readonly observers: Observers;
  readonly subject: ObservedInformer;
  readonly #options: InformerObservationOptions;
  /** By namespace, the phase that was told last. */
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

  /** The source, telling of what is read from it. */
  source<T extends KubernetesObject>(source: ListerWatcher<T>, namespace?: string): ListerWatcher<T> {
    const { observers, subject } = this;
    const { clock, status } = this.#options;
    const relists = (): ReflectorStatus['relists'] =>
      namespace === undefined ? status().relists : (status().namespaces?.[namespace]?.relists ?? {});
    return new ObservedSource<T>(source, { observers, subject, clock, namespace, relists });
  }

  /** The status has changed; of several namespaces, that of one of them. */
  statusChanged(status: InformerStatus): void {
    const each: readonly (readonly [string | undefined, ReflectorStatus])[] = status.namespaces
      ? Object.entries(status.namespaces)
      : [[undefined, status]];
    for (const [namespace, { phase, retryAt, lastError }] of each) {
      if ((this.#phases.get(namespace) ?? 'idle') === phase && phase !== 'backing-off') continue;
      this.#phases.set(namespace, phase);
      this.observers.on?.phaseChanged?.(this.subject, { phase, namespace, retryAt, problem: lastError?.message });
    }
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
