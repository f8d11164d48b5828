import type { ApiClient } from '@informer-gen/runtime';
import { configMaps } from '../../runtime/controller/support/websites.js';

const WISHES = 10;

/** Changes wishes all the time, whatever becomes of the server, and tells whether all were fulfilled. */
export class Wishes {
  readonly #client: ApiClient;
  readonly #namespace: string;
  readonly #revisions = new Map<string, string>();
  readonly #stop = new AbortController();
  #writing: Promise<void> = Promise.resolve();

  constructor(client: ApiClient, namespace: string) {
    this.#client = client;
    this.#namespace = namespace;
  }

  /** How many changes were made. */
  changes = 0;

  start(): void {
    this.#writing = this.#write();
  }

  /** No more changes. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#writing;
  }

  /** Wishes whose last change is not done. */
  async unfulfilled(): Promise<readonly string[]> {
    const { items } = await this.#client.list(configMaps, { namespace: this.#namespace, labelSelector: 'role=done' });
    const done = new Map(items.map(({ metadata, data }) => [metadata.name, data?.['revision']]));
    return [...this.#revisions]
      .filter(([name, revision]) => done.get(name.replace('wish', 'done')) !== revision)
      .map(([name]) => name);
  }

  async #write(): Promise<void> {
    for (let count = 1; !this.#stop.signal.aborted; count += 1) {
      const [name, revision] = [`wish-${count % WISHES}`, String(count)];
      const metadata = { namespace: this.#namespace, name, labels: { role: 'wish' } };
      try {
        await this.#client.apply(configMaps, { metadata, data: { revision } }, { fieldManager: 'user', force: true });
        this.#revisions.set(name, revision);
        this.changes += 1;
      } catch {
        // The server is down: the next one goes through. What became of this one is not known.
        this.#revisions.delete(name);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
