import { DeltaFIFO } from '@informer-gen/runtime';
import type { ObjectDelta } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';

export const summary =
  'the queue between reflector and cache: what happened to an object, in order (args: name, value, new value)';

/** A DeltaFIFO takes anything it can name: this is no Kubernetes object. */
interface FakePod {
  readonly name: string;
  readonly value: string;
}

export async function run({ output, args }: ExampleContext): Promise<void> {
  const [name = 'pod1', value = '1', newValue = '1.1'] = args;
  const queue = new DeltaFIFO<FakePod>({ keyFunction: (pod) => pod.name });

  queue.add({ name, value });
  queue.update({ name, value: newValue });
  queue.delete({ name, value: newValue });

  // One pop gives all that happened to one object since it was last popped. The queue keeps changes, not states: to know
  // the value before an update, one has to ask a cache that the popped changes were applied to.
  await queue.pop((deltas) => {
    for (const delta of deltas as readonly ObjectDelta<FakePod>[]) {
      const pod = delta.object as FakePod;
      output.print(`${delta.type} ${pod.name}  value: ${pod.value}`);
      if (delta.type === 'Added') output.print('add handler called');
      if (delta.type === 'Updated') output.print('update handler called');
      if (delta.type === 'Deleted') output.print('delete handler called');
    }
  });
}
