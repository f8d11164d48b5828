import { FakeClock } from '@informer-gen/testing';
import { expect, it } from 'vitest';
import type { WatchBatch } from '../../../runtime/src/source/lister-watcher.js';
import { WatchSession } from '../../../runtime/src/reflector/watch-session.js';
import { type Pod, pod } from '../../conformance/support/pods.js';

async function* streamOf(...batches: WatchBatch<Pod>[]): AsyncGenerator<WatchBatch<Pod>, undefined> {
  yield* batches;
  return undefined;
}

it('says of a watch that broke within a second, before any event, why', async () => {
  async function* broken(): AsyncGenerator<WatchBatch<Pod>, undefined> {
    yield [];
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  }
  const controller = new AbortController();
  const clock = new FakeClock();
  const options = { controller, clock, name: 'pods', startedAt: clock.now() };
  const nothing = (): void => {};
  const end = await new WatchSession<Pod>(broken(), options).consume({
    sink: { add: nothing, update: nothing, delete: nothing, bookmark: nothing },
    onVersion: nothing,
    onSkipped: nothing,
  });
  expect(end).toMatchObject({
    type: 'error',
    error: { code: 'VeryShortWatch', message: expect.stringMatching(/^very short watch: pods: .*: read ECONNRESET$/) },
  });
});

it.each(['MODIFIED', 'DELETED'] as const)(
  'versions of a watch are in order from its first %s event on, also those of ADDED events behind it',
  async (type) => {
    const stream = streamOf([
      { type: 'ADDED', object: pod('a', 9) },
      { type: 'ADDED', object: pod('b', 5) },
      { type, object: pod('a', 10) },
      { type: 'ADDED', object: pod('c', 11) },
    ]);
    const controller = new AbortController();
    const session = new WatchSession<Pod>(stream, { controller, clock: new FakeClock(), name: 'pods', startedAt: 0 });
    const versions: [string, boolean][] = [];
    const nothing = (): void => {};
    const end = await session.consume({
      sink: { add: nothing, update: nothing, delete: nothing, bookmark: nothing },
      onVersion: (version, besidesAdded) => void versions.push([version, besidesAdded]),
      onSkipped: (error) => expect.unreachable(error.message),
    });
    expect(end).toEqual({ type: 'close' });
    expect(versions).toEqual([
      ['9', false],
      ['5', false],
      ['10', true],
      ['11', true],
    ]);
  },
);
