// A number that is none, such as that of a variable that is not set, is refused where it is given: as a delay it would make a
// flood, or be passed over without a word.
import {
  Backoff,
  BaseSharedInformerFactory,
  checkHealth,
  connect,
  ListPager,
  newSharedIndexInformer,
  RateLimitingQueue,
  Reflector,
  waitForCacheSync,
} from '@informer-gen/runtime';
import { PriorityQueue, ReconcileLoop } from '@informer-gen/runtime/controller';
import { FakeClient, FakeClock, FakeListerWatcher } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import type { Pod } from '../../conformance/support/pods.js';
import { pods } from '../../conformance/support/pods.js';

const clock = new FakeClock();
const source = new FakeListerWatcher<Pod>();
const informer = newSharedIndexInformer(source, pods);
const reconcile = async (): Promise<void> => {};

const doors: readonly (readonly [string, (value: number) => unknown])[] = [
  ['initialMs of a backoff', (initialMs) => new Backoff({ clock, initialMs })],
  ['maxMs of a backoff', (maxMs) => new Backoff({ clock, maxMs })],
  ['factor of a backoff', (factor) => new Backoff({ clock, factor })],
  ['jitter of a backoff', (jitter) => new Backoff({ clock, jitter })],
  ['watchSilenceMs', (watchSilenceMs) => connect({ server: 'http://127.0.0.1:1', watchSilenceMs })],
  ['qps', (qps) => connect({ server: 'http://127.0.0.1:1', qps })],
  ['retries of a call', (retries) => new FakeClient().list(pods, { retries })],
  ['pageSize of a pager', (pageSize) => new ListPager(source, { pageSize })],
  ['pageSize of a reflector', (pageSize) => new Reflector(source, informer.getStore() as never, { pageSize })],
  ['resyncPeriodMs', (resyncPeriodMs) => newSharedIndexInformer(source, pods, { resyncPeriodMs })],
  [
    'initialEventsEndTimeoutMs',
    (initialEventsEndTimeoutMs) => newSharedIndexInformer(source, pods, { reflector: { initialEventsEndTimeoutMs } }),
  ],
  ['resyncPeriodMs of a handler', (resyncPeriodMs) => informer.addEventHandler({}, { resyncPeriodMs })],
  ['timeoutMs of a handler', (timeoutMs) => informer.addEventHandler({}, { timeoutMs })],
  ['timeoutMs of a wait', (timeoutMs) => waitForCacheSync([informer], { timeoutMs })],
  ['timeoutMs of whenSynced', (timeoutMs) => informer.whenSynced({ timeoutMs })],
  ['maxStaleMs', (maxStaleMs) => checkHealth([informer], { maxStaleMs })],
  [
    'resyncPeriodMs of a factory',
    (resyncPeriodMs) => new BaseSharedInformerFactory(new FakeClient(), { resyncPeriodMs }),
  ],
  ['workers', (workers) => new ReconcileLoop({ name: 'a', reconcile, workers })],
  ['timeoutMs of a loop', (timeoutMs) => new ReconcileLoop({ name: 'a', reconcile, timeoutMs })],
];

describe.each([NaN, -1, '5' as unknown as number, null as unknown as number])('%j', (value) => {
  it.each(doors)('is refused as %s', async (_name, give) => {
    await expect((async () => give(value))()).rejects.toThrow(RangeError);
  });
});

it('a delay that is none is refused by the queues', () => {
  expect(() => new RateLimitingQueue<string>({ clock }).addAfter('a', NaN)).toThrow(RangeError);
  expect(() => new PriorityQueue<string>({ clock }).addAfter('a', NaN)).toThrow(RangeError);
});
