import { compareResourceVersions, newStore, Reflector } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import type { Pod } from './support/kubernetes.js';
import { createPod, deletePod, setPhase } from './support/pods.js';

export const summary = 'a reflector keeps a plain store equal to the server: no queue, no handlers';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  await createPod(client, { namespace, name: 'web-0' });

  // A reflector writes to any store. A store tells nobody of changes, but the reflector says which version the store has
  // reached, and that is enough to read what one has just written.
  const store = newStore<Pod>();
  const reached = new ReachedVersion();
  const reflector = new Reflector(client.listerWatcher(podResource, { namespace }), store, {
    resource: podResource,
    onResourceVersion: (version) => reached.set(version),
  });
  void reflector.run({ signal });

  const show = async (title: string, written: Pod): Promise<void> => {
    await reached.atLeast(written.metadata.resourceVersion);
    const pods = store.list().map((pod) => `${pod.metadata.name} ${pod.status?.phase}`);
    output.print(`${title}: ${pods.sort().join(', ')}`);
  };
  await show('one more', await createPod(client, { namespace, name: 'web-1' }));
  await show('running', await setPhase(client, { namespace, name: 'web-0' }, 'Running', ['Ready']));
  await deletePod(client, { namespace, name: 'web-0' });
  await show('replaced', await createPod(client, { namespace, name: 'web-2' }));
}

/** The newest version so far, and those who wait for one. */
class ReachedVersion {
  #version = '';
  #waiting: (() => void)[] = [];

  set(version: string): void {
    this.#version = version;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async atLeast(version: string): Promise<void> {
    while (this.#version === '' || compareResourceVersions(this.#version, version) < 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}
