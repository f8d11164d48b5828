import { setTimeout as delay } from 'node:timers/promises';
import type { WriteClient } from '../../test/faults/schedules/write/write-client.js';

/** A write that the server acknowledged. */
export interface AcknowledgedWrite {
  readonly key: string;
  readonly resourceVersion: string;
  /** By `performance.now()`. */
  readonly at: number;
}

/** Which objects are written. */
export interface Collection {
  readonly group: string;
  readonly plural: 'configmaps' | 'widgets';
  readonly namespace: string;
}

const OBJECTS = 10;

/** Changes a few objects in turn at a steady rate, and makes new ones on demand. */
export class SteadyWriter {
  readonly acknowledged: AcknowledgedWrite[] = [];
  readonly #client: WriteClient;
  readonly #collection: Collection;
  #serial = 0;

  constructor(client: WriteClient, collection: Collection) {
    this.#client = client;
    this.#collection = collection;
  }

  /** Writes at this rate until the signal aborts. */
  async run(writesPerSecond: number, signal: AbortSignal): Promise<void> {
    const pending = new Set<Promise<unknown>>();
    while (!signal.aborted) {
      await delay(1000 / writesPerSecond);
      if (pending.size >= OBJECTS) continue;
      const write = this.#write(`object-${this.#serial % OBJECTS}`);
      pending.add(write);
      void write.finally(() => pending.delete(write));
    }
    await Promise.all(pending);
  }

  /**
   * Makes an object that was not there, however long the server needs to take it. Returns its key, and when the attempt
   * began that succeeded, by `performance.now()`: until then the server was not well.
   */
  async create(name: string): Promise<{ readonly key: string; readonly sentAt: number }> {
    for (;;) {
      const sentAt = performance.now();
      if (await this.#write(name)) return { key: `${this.#collection.namespace}/${name}`, sentAt };
      await delay(5);
    }
  }

  /** True if it was acknowledged. */
  async #write(name: string): Promise<boolean> {
    this.#serial += 1;
    const { group, plural, namespace } = this.#collection;
    const base = group === '' ? '/api/v1' : `/apis/${group}/v1`;
    const collection = `${base}/namespaces/${namespace}/${plural}`;
    const content = { serial: String(this.#serial) };
    const change = plural === 'widgets' ? { spec: content } : { data: content };
    const patched = await this.#client.send({ method: 'PATCH', path: `${collection}/${name}`, body: change });
    const answer = patched.status === 404 ? await this.#post(collection, { metadata: { name }, ...change }) : patched;
    if (answer.status < 200 || answer.status > 299) return false;
    const { metadata } = JSON.parse(answer.text) as { readonly metadata: { readonly resourceVersion: string } };
    const { resourceVersion } = metadata;
    this.acknowledged.push({ key: `${namespace}/${name}`, resourceVersion, at: performance.now() });
    return true;
  }

  async #post(path: string, object: object): Promise<{ readonly status: number; readonly text: string }> {
    const { group, plural } = this.#collection;
    const type =
      plural === 'widgets' ? { apiVersion: `${group}/v1`, kind: 'Widget' } : { apiVersion: 'v1', kind: 'ConfigMap' };
    return await this.#client.send({ method: 'POST', path, body: { ...type, ...object } });
  }
}
