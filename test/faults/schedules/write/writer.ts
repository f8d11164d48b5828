import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../plan/random.js';
import { contentOf } from './content.js';
import type { WriteAnswer, WriteClient, WriteRequest } from './write-client.js';
import type { ResourceName, WriteEntry, WriteLog } from './write-log.js';

/** What is written, and how fast. */
export interface WriterOptions {
  readonly client: WriteClient;
  readonly namespaces: readonly string[];
  /** API group of the widgets. */
  readonly widgetGroup: string;
  readonly random: Random;
  /** Objects of each resource in each namespace. Default 8. */
  readonly names?: number;
}

interface Slot {
  readonly resource: ResourceName;
  readonly namespace: string;
  readonly name: string;
  exists: boolean;
  busy: boolean;
}

/** No more writes than this wait for an answer at once: a server that hangs is not flooded. */
const MAX_PENDING = 30;

/**
 * Creates, changes and deletes objects at random, one write at a time for each object, and logs every attempt. Which object
 * is written next depends on the answers so far, so two runs of a seed are alike but not the same.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #slots: readonly Slot[];
  readonly #entries: WriteEntry[] = [];
  readonly #pending = new Set<Promise<unknown>>();
  #serial = 0;
  #crdDeletions = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    const resources = ['configmaps', 'widgets'] as const;
    this.#slots = resources.flatMap((resource) =>
      options.namespaces.flatMap((namespace) =>
        Array.from({ length: options.names ?? 8 }, (_, i) => ({
          resource,
          namespace,
          name: `object-${i}`,
          exists: false,
          busy: false,
        })),
      ),
    );
  }

  get log(): WriteLog {
    return { entries: this.#entries, crdDeletions: this.#crdDeletions };
  }

  /** All widgets are about to go with their definition. */
  noteCrdDeletion(): void {
    this.#crdDeletions += 1;
  }

  /** Creates half of the objects, so that informers find something. */
  async fill(): Promise<void> {
    for (const slot of this.#slots.filter((_, i) => i % 2 === 0)) await this.#write(slot);
  }

  /** Writes at this rate until the signal aborts, and waits for the answers. */
  async run(writesPerSecond: number, signal: AbortSignal): Promise<void> {
    const { random } = this.#options;
    const startedAt = performance.now();
    for (let due = 0; !signal.aborted; due += 1) {
      const waitMs = startedAt + (due * 1000) / writesPerSecond - performance.now();
      if (waitMs > 0) await delay(waitMs);
      const slot = random.pick(this.#slots);
      if (slot.busy || this.#pending.size >= MAX_PENDING) continue;
      const write = this.#write(slot);
      this.#pending.add(write);
      void write.finally(() => this.#pending.delete(write));
    }
    await Promise.all(this.#pending);
  }

  /**
   * Writes every object once more, each until it is acknowledged, so that the last state of each is known and informers
   * have something to see behind the last fault.
   */
  async finish(): Promise<void> {
    for (const slot of this.#slots) {
      const giveUpAt = performance.now() + 30_000;
      while (!(await this.#write(slot, 'change'))) {
        if (performance.now() > giveUpAt) throw new Error(`cannot write ${slot.namespace}/${slot.name}`);
      }
    }
  }

  /** True if it was acknowledged. */
  async #write(slot: Slot, want: 'anything' | 'change' = 'anything'): Promise<boolean> {
    slot.busy = true;
    try {
      const verb = !slot.exists
        ? 'create'
        : want === 'anything' && this.#options.random.chance(0.15)
          ? 'delete'
          : 'patch';
      this.#serial += 1;
      const serial = this.#serial;
      const answer = await this.#options.client.send(this.#request(slot, verb, serial));
      this.#note(slot, { verb, serial }, answer);
      return answer.status >= 200 && answer.status < 300;
    } finally {
      slot.busy = false;
    }
  }

  #request({ resource, namespace, name }: Slot, verb: WriteEntry['verb'], serial: number): WriteRequest {
    const base = resource === 'configmaps' ? '/api/v1' : `/apis/${this.#options.widgetGroup}/v1`;
    const collection = `${base}/namespaces/${namespace}/${resource}`;
    const data = resource === 'configmaps' ? { data: contentOf(serial) } : { spec: contentOf(serial) };
    if (verb === 'delete') return { method: 'DELETE', path: `${collection}/${name}` };
    if (verb === 'patch') return { method: 'PATCH', path: `${collection}/${name}`, body: data };
    const kind =
      resource === 'configmaps'
        ? { apiVersion: 'v1', kind: 'ConfigMap' }
        : { apiVersion: `${this.#options.widgetGroup}/v1`, kind: 'Widget' };
    return { method: 'POST', path: collection, body: { ...kind, metadata: { name, namespace }, ...data } };
  }

  #note(slot: Slot, { verb, serial }: Pick<WriteEntry, 'verb' | 'serial'>, { status, text }: WriteAnswer): void {
    const key = `${slot.namespace}/${slot.name}`;
    const entry = { resource: slot.resource, key, verb, serial };
    if (status >= 200 && status < 300) {
      slot.exists = verb !== 'delete';
      this.#entries.push({ ...entry, outcome: 'acknowledged', ...identityIn(text) });
      return;
    }
    // What the server thinks is there: a lost write may have happened.
    if (status === 404) slot.exists = false;
    if (status === 409) slot.exists = true;
    const outcome = status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown';
    this.#entries.push({ ...entry, outcome });
  }
}

/** A create or patch is answered with the object, a delete with a Status that names its uid, or with the object. */
function identityIn(text: string): Pick<WriteEntry, 'uid' | 'resourceVersion'> {
  const { metadata, details } = JSON.parse(text) as {
    readonly metadata?: { readonly uid?: string; readonly resourceVersion?: string };
    readonly details?: { readonly uid?: string };
  };
  return { uid: metadata?.uid ?? details?.uid, resourceVersion: metadata?.resourceVersion };
}
