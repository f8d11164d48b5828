/**
 * How soon a change is reconciled while the objects of the start are still being worked on: `fresh <url> <objects> <changes>
 * waiting|busy`. A reconcile waits for a millisecond, or works for a fifth of one without waiting.
 */
import { defineResource } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import { print, readArguments } from './measure.js';

const { url, objects, events: changes, variant } = readArguments();
const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
/** As the load server numbers them: the pod of each change has this and the number of the change as its new version. */
const versionBefore = 1_000_000_000 + objects;
const stop = new AbortController();
const told = new Map<string, number>();
const sentAt = new Map<string, number>();
const fromEvent: number[] = [];
const fromServer: number[] = [];
const progress = { reconciled: 0 };
let waitingAtFirst = 0;

await using manager = await Manager.create({ name: 'bench', connect: { server: url } });
const { loop } = manager.controller(pods).reconcile({ workers: 10 }, async ({ metadata }) => {
  const version = metadata?.resourceVersion ?? '';
  const at = performance.now();
  progress.reconciled += 1;
  if (told.has(version)) {
    fromEvent.push(at - (told.get(version) ?? at));
    fromServer.push(at - (sentAt.get(version) ?? at));
    told.delete(version);
    return;
  }
  if (variant === 'waiting') await new Promise((resolve) => setTimeout(resolve, 1));
  else for (const end = at + 0.2; performance.now() < end;);
});
const informer = manager.informerFactory.variant(pods, {}).informer();
informer.addEventHandler({
  onUpdate: (_before, after) => void told.set(after.metadata?.resourceVersion ?? '', performance.now()),
});

manager.add({
  name: 'changes',
  async run() {
    while (progress.reconciled < 100) await new Promise((resolve) => setTimeout(resolve, 1));
    waitingAtFirst = loop.queue.length;
    for (let change = 1; change <= changes; change += 1) {
      sentAt.set(String(versionBefore + change), performance.now());
      // The server always begins with the first pod: only the last of these events is a new one.
      await fetch(`${url}/bench/events?count=${change}`, { method: 'POST' });
      while (fromEvent.length < change) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    stop.abort(new Error('done'));
  },
});
await manager.run({ signal: stop.signal });
const waitingAtLast = objects + changes - progress.reconciled;
print({
  client: `informer-gen, ${variant}`,
  freshMaxMs: Math.max(...fromEvent),
  freshEndToEndMaxMs: Math.max(...fromServer),
  waitingAtFirst,
  waitingAtLast,
});
process.exit(0);
