import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../test/faults/schedules/plan/random.js';
import type { WriteClient } from '../../../test/faults/schedules/write/write-client.js';

/** What is changed. */
export interface ChurnOptions {
  readonly client: WriteClient;
  readonly namespace: string;
  readonly objects: number;
  readonly random: Random;
}

const WORKERS = 32;
const TICK_MS = 20;

/** Makes many ConfigMaps, then changes them at random at a rate. */
export class Churn {
  /** Changes that the server acknowledged. */
  changes = 0;
  readonly #options: ChurnOptions;

  constructor(options: ChurnOptions) {
    this.#options = options;
  }

  async fill(): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < this.#options.objects) {
        const index = next;
        next += 1;
        if (!(await this.#create(index))) throw new Error(`cannot create object ${index}`);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  }

  /** Changes as many a second, or as many as the server takes, until the signal aborts. */
  async run(perSecond: number, signal: AbortSignal): Promise<void> {
    const { objects, random } = this.#options;
    const startedAt = performance.now();
    const pending = new Set<Promise<void>>();
    for (let sent = 0; !signal.aborted;) {
      const due = ((performance.now() - startedAt) * perSecond) / 1000;
      // What could not be sent in time is not made up for.
      if (due - sent > perSecond) sent = Math.floor(due);
      for (; sent < due && pending.size < WORKERS * 2; sent += 1) {
        const change = this.#change(random.integer(0, objects - 1), random.chance(0.02));
        pending.add(change);
        void change.finally(() => pending.delete(change));
      }
      await delay(TICK_MS);
    }
    await Promise.all(pending);
  }

  async #change(index: number, anew: boolean): Promise<void> {
    const path = `${this.#path}/object-${index}`;
    const body = { data: { value: String(this.changes) } };
    const { status } = await this.#options.client.send(
      anew ? { method: 'DELETE', path } : { method: 'PATCH', path, body },
    );
    if (status >= 200 && status < 300) this.changes += 1;
    if (anew || status === 404) await this.#create(index);
  }

  async #create(index: number): Promise<boolean> {
    const padding = `${index} `.repeat(100);
    const body = { metadata: { name: `object-${index}` }, data: { value: '', padding } };
    const { status } = await this.#options.client.send({ method: 'POST', path: this.#path, body });
    return status === 201 || status === 409;
  }

  get #path(): string {
    return `/api/v1/namespaces/${this.#options.namespace}/configmaps`;
  }
}
