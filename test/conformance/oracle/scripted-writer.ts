import type { KubernetesObject } from '@informer-gen/runtime';
import { configMaps } from '../servers/objects.js';
import type { ServerUnderTest } from '../servers/server-under-test.js';
import type { Written } from './check-history.js';

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Creates, changes, relabels and deletes a few objects at random, and keeps a log of every state it made. */
export class ScriptedWriter {
  readonly log: Written[] = [];
  readonly #server: ServerUnderTest;
  readonly #namespace: string;
  readonly #random: () => number;
  readonly #alive = new Map<string, { readonly uid: string }>();
  #writes = 0;

  constructor(server: ServerUnderTest, namespace: string, random: () => number) {
    this.#server = server;
    this.#namespace = namespace;
    this.#random = random;
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) await this.#step(`o${Math.floor(this.#random() * 12)}`);
  }

  /** An object that has not been there, for tests that wait for the end. */
  async mark(name: string): Promise<void> {
    await this.#create(name, true);
  }

  #step(name: string): Promise<void> {
    const dice = this.#random();
    const selected = this.#random() < 0.7;
    if (!this.#alive.has(name)) return this.#create(name, selected);
    return dice < 0.25 ? this.#delete(name) : this.#change(name, selected);
  }

  async #create(name: string, selected: boolean): Promise<void> {
    const metadata = { namespace: this.#namespace, name, labels: labelsOf(selected) };
    this.#note(await this.#server.admin.create(configMaps, { metadata }), selected);
  }

  async #change(name: string, selected: boolean): Promise<void> {
    const patch = { metadata: { labels: labelsOf(selected) }, data: { n: String(++this.#writes) } };
    const at = { namespace: this.#namespace, name };
    this.#note(await this.#server.admin.patch(configMaps, at, patch), selected);
  }

  async #delete(name: string): Promise<void> {
    await this.#server.admin.delete(configMaps, { namespace: this.#namespace, name });
    const uid = this.#alive.get(name)?.uid ?? '';
    this.#alive.delete(name);
    this.log.push({ did: 'delete', key: `${this.#namespace}/${name}`, uid });
  }

  #note(object: KubernetesObject, selected: boolean): void {
    const { name = '', uid = '', resourceVersion = '' } = object.metadata ?? {};
    this.#alive.set(name, { uid });
    this.log.push({ did: 'write', key: `${this.#namespace}/${name}`, uid, resourceVersion, selected });
  }
}

export const labelSelector = 'watched=yes';

function labelsOf(selected: boolean): { readonly watched: string } {
  return { watched: selected ? 'yes' : 'no' };
}
