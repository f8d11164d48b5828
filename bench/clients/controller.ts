/**
 * Our controllers, as `bench/peers/controller-runtime` has them: `controller - <keys> <workers> loop`, a loop whose source
 * adds so many keys, and `controller <url> <objects> <workers> manager`, a manager with a controller of the load server's
 * pods.
 */
import { defineResource } from '@informer-gen/runtime';
import { Manager, ReconcileLoop } from '@informer-gen/runtime/controller';
import { print, readArguments, Stopwatch } from './measure.js';

const { url, objects: keys, events: workers, variant } = readArguments();
const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const stop = new AbortController();
const { signal } = stop;

/** From the first reconcile to the last. */
class Progress {
  #done = 0;
  #watch: Stopwatch | undefined;
  figures: { readonly [figure: string]: number } = {};

  start(): void {
    this.#watch ??= new Stopwatch();
  }

  one(): void {
    this.#done += 1;
    if (this.#done !== keys || this.#watch === undefined) return;
    const { ms, cpuMs } = this.#watch.read();
    this.figures = { keysPerSecond: (keys / ms) * 1000, keyCpuMicros: (cpuMs * 1000) / keys };
    stop.abort(new Error('done'));
  }
}

const progress = new Progress();

async function loopAlone(): Promise<void> {
  const loop = new ReconcileLoop({ name: 'bench', workers, reconcile: async () => progress.one() });
  loop.watch({
    description: 'keys',
    start(sink) {
      progress.start();
      for (let i = 0; i < keys; i += 1) {
        const key = `ns-${String(i % 50).padStart(3, '0')}/pod-${String(i).padStart(7, '0')}`;
        sink.addWithOptions({}, key);
      }
    },
    whenSynced: () => Promise.resolve(),
    stop() {},
  });
  await loop.run({ signal });
}

async function wholeManager(): Promise<void> {
  await using manager = await Manager.create({ name: 'bench', connect: { server: url } });
  manager.controller(pods).reconcile({ workers }, async () => {
    progress.start();
    progress.one();
  });
  await manager.run({ signal });
}

await (variant === 'loop' ? loopAlone() : wholeManager());
print({ client: `informer-gen ${variant}`, ...progress.figures });
process.exit(0);
