import { nameOf, type Pod, versionOf } from './pods.js';

/** A plain store that remembers what was done to it. */
export class RecordingStore {
  readonly objects = new Map<string, Pod>();
  readonly calls: string[] = [];
  resyncs = 0;

  add(object: Pod): void {
    this.#put('add', object);
  }

  update(object: Pod): void {
    this.#put('update', object);
  }

  delete(object: Pod): void {
    this.calls.push(`delete ${nameOf(object)}`);
    this.objects.delete(nameOf(object));
  }

  replace(objects: readonly Pod[], resourceVersion: string): void {
    this.calls.push(`replace ${objects.length} at ${resourceVersion}`);
    this.objects.clear();
    for (const object of objects) this.objects.set(nameOf(object), object);
  }

  resync(): void {
    this.resyncs++;
  }

  bookmark(_resourceVersion: string): void {}

  /** `name@version` of everything, by name. */
  get content(): string[] {
    return [...this.objects.values()].map((object) => `${nameOf(object)}@${versionOf(object)}`).sort();
  }

  #put(verb: string, object: Pod): void {
    this.calls.push(`${verb} ${nameOf(object)}`);
    this.objects.set(nameOf(object), object);
  }
}
