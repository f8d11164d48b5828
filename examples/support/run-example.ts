import { CleanUp } from './clean-up.js';
import type { Example, ExampleContext } from './context.js';
import type { ApiClient } from '@informer-gen/runtime';
import { namespaceResource } from './kubernetes.js';
import { Output } from './output.js';
import type { ExampleServer } from './servers.js';

/** How to run an example. */
export interface RunOptions {
  readonly server: ExampleServer;
  /** Takes each line. */
  readonly write: (line: string) => void;
  /** Default: none. */
  readonly args?: readonly string[];
  /** Ends the example early; it then fails with the reason. Default: nothing does. */
  readonly signal?: AbortSignal;
}

/** Runs an example in a namespace of its own, and leaves nothing behind. */
export async function runExample(example: Example, options: RunOptions): Promise<void> {
  const { server, write, args = [] } = options;
  const { client } = server;
  await using cleanUp = new CleanUp();
  const createNamespace = async (prefix: string): Promise<string> => {
    const { metadata } = await client.create(namespaceResource, { metadata: { generateName: `${prefix}-` } });
    cleanUp.add(() => removeNamespace(client, metadata.name));
    return metadata.name;
  };
  const namespace = await createNamespace('example');

  const ended = new AbortController();
  const stopEarly = (): void => ended.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', stopEarly, { once: true });
  try {
    options.signal?.throwIfAborted();
    const output = new Output(write, ended.signal);
    const controls: ExampleContext['server'] = {
      createNamespace,
      limitedUser: () => server.limitedUser(),
      bind: (pod, node) => server.bind(pod, node),
    };
    await example.run({ client, namespace, args, signal: ended.signal, output, server: controls });
  } finally {
    ended.abort(new Error('the example has ended'));
    options.signal?.removeEventListener('abort', stopEarly);
  }
}

/** The pods go first and at once; in a cluster the namespace takes the rest with it. */
async function removeNamespace(client: ApiClient, name: string): Promise<void> {
  const query = { gracePeriodSeconds: 0 };
  await client.request({ method: 'DELETE', path: `/api/v1/namespaces/${name}/pods`, query });
  await client.delete(namespaceResource, { name });
}
