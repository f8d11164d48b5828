/** Our workqueue, used as `bench/peers/client-go/workqueue.go` uses client-go's: `workqueue - <items> <keys>`. */
import { RateLimitingQueue } from '@informer-gen/runtime';
import { print, rate, readArguments } from './measure.js';

const { objects: items, events: keyCount } = readArguments();
const keys = Array.from(
  { length: keyCount },
  (_, i) => `ns-${String(i % 50).padStart(3, '0')}/pod-${String(i).padStart(7, '0')}`,
);
await using queue = new RateLimitingQueue();

function takeOne(): string {
  const key = queue.tryGet();
  if (key === undefined) throw new Error('an item that was added is not there');
  queue.forget(key);
  queue.done(key);
  return key;
}

function addAll(): void {
  for (const key of keys) queue.add(key);
}

function takeAll(): string {
  let last = '';
  for (let i = 0; i < keyCount; i++) last = takeOne();
  return last;
}

const oneByOnePerSecond = rate(items, (i) => {
  queue.add(keys[i % keyCount] as string);
  return takeOne();
});
const rounds = Math.max(1, Math.floor(items / keyCount));
const batched = rate(rounds, () => {
  addAll();
  return takeAll();
});
const deduplicated = rate(rounds, () => {
  addAll();
  addAll();
  return takeAll();
});
// As controllers use it: a promise for every item.
const startedAt = performance.now();
for (let i = 0; i < items; i++) {
  queue.add(keys[i % keyCount] as string);
  const key = await queue.get();
  if (key !== undefined) queue.done(key);
}
const awaitedPerSecond = items / ((performance.now() - startedAt) / 1000);
print({
  client: 'informer-gen workqueue',
  oneByOnePerSecond,
  batchedPerSecond: batched * keyCount,
  deduplicatedPerSecond: deduplicated * keyCount,
  awaitedPerSecond,
});
