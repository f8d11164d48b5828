import { newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import { createPod } from './support/pods.js';

export const summary = 'a handler that asks for everything again from time to time, on virtual time';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  await createPod(client, { namespace, name: 'nettool' });

  // Minutes pass in no time on this clock: everything in the runtime that waits takes one.
  const clock = new FakeClock();
  const pods = client.listerWatcher(podResource, { namespace });
  const informer = newSharedIndexInformer(pods, podResource, { clock, resyncPeriodMs: 60_000 });
  const onUpdate = (name: string) => (before: object, after: object) =>
    output.print(`${name}: OnUpdate, the very same object: ${before === after}`);
  informer.addEventHandler({ onUpdate: onUpdate('every minute') }); // the informer's own period
  informer.addEventHandlerWithResyncPeriod({ onUpdate: onUpdate('every two minutes') }, 120_000);
  informer.addEventHandlerWithResyncPeriod({ onUpdate: onUpdate('never') }, 0);

  const watching = new Promise<void>((resolve) => informer.onStatus(({ phase }) => phase === 'watching' && resolve()));
  void informer.run({ signal });
  await watching;
  await informer.whenSynced({ signal });

  // A resync asks nothing of the server: the cache hands out what it has.
  for (const minute of [1, 2]) {
    output.print(`# minute ${minute}`);
    clock.advance(60_000);
    await output.printed('every minute: OnUpdate, the very same object: true');
  }
  await output.printed('every two minutes: OnUpdate, the very same object: true');
}
