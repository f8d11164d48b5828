// Whatever a function of the user throws or rejects with: it costs one call, is reported, and ends neither a loop nor the process.
import type { ListerWatcher } from '@informer-gen/runtime';
import { newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock, FakeListerWatcher } from '@informer-gen/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { informing, Listener } from '../../conformance/support/informing.js';
import { nameOf, type Pod, pod, pods } from '../../conformance/support/pods.js';

/** What JavaScript lets anybody throw. */
const odd: readonly { readonly what: string; readonly make: () => unknown }[] = [
  { what: 'an object without a prototype', make: () => Object.create(null) as unknown },
  { what: 'an object whose toString throws', make: () => ({ toString: () => unreadable() }) },
  { what: 'undefined', make: () => undefined },
  { what: 'a symbol', make: () => Symbol('odd') },
  { what: 'an error without a message', make: () => Object.assign(new Error('x'), { message: undefined }) },
  {
    what: 'an error whose message throws',
    make: () => Object.defineProperty(new Error('x'), 'message', { get: unreadable }),
  },
  {
    what: 'an error whose stack throws',
    make: () => Object.defineProperty(new Error('x'), 'stack', { get: unreadable }),
  },
  { what: 'an error that caused itself', make: causedByItself },
  { what: 'an aggregate that holds itself', make: holdingItself },
  { what: 'a proxy that answers nothing', make: () => new Proxy({}, { get: unreadable, getPrototypeOf: unreadable }) },
];

function unreadable(): never {
  throw new Error('it cannot be read');
}

function causedByItself(): Error {
  const error = new Error('it caused itself');
  error.cause = error;
  return error;
}

function holdingItself(): Error {
  const errors: Error[] = [];
  const error = new AggregateError(errors, 'it holds itself');
  errors.push(error);
  return error;
}

const rejections: unknown[] = [];
const note = (reason: unknown): void => void rejections.push(reason);

beforeEach(() => void process.on('unhandledRejection', note));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  process.off('unhandledRejection', note);
  expect(rejections.splice(0)).toEqual([]);
});

describe.each(odd)('$what, thrown', ({ make }) => {
  it.each([
    ['by a handler', (): never => throwIt(make)],
    ['by an async handler', async (): Promise<never> => throwIt(make)],
  ])('%s costs that event', async (_by, onAdd) => {
    const { informer, errors, start, stop } = informing([pod('a'), pod('b')]);
    const told: string[] = [];
    const registration = informer.addEventHandler({
      onAdd: (object) => {
        told.push(nameOf(object));
        return object.metadata?.name === 'a' ? onAdd() : undefined;
      },
    });
    await start();
    expect(told).toEqual(['a', 'b']);
    expect(registration.hasSynced()).toBe(true);
    expect(errors.map(({ context }) => context.stage)).toEqual(['handler']);
    await stop();
  });

  it('by an index function or a transform costs that object', async () => {
    const ofA = (object: Pod): void => void (object.metadata?.name === 'a' && throwIt(make));
    const { informer, errors, start, stop } = informing([pod('a'), pod('b'), pod('c')], {
      indexers: { odd: (object) => (ofA(object), ['all']) },
      transform: (object) => (object.metadata?.name === 'c' ? throwIt(make) : object),
    });
    const listener = new Listener();
    informer.addEventHandler(listener);
    await start();
    expect(listener.take().sort()).toEqual(['add a', 'add b']);
    expect(informer.indexer.byIndex('odd', 'all').map(nameOf)).toEqual(['b']);
    expect(errors.map(({ context }) => context.stage).sort()).toEqual(['index', 'transform']);
    await stop();
  });

  it('by what is told of states and of failures is reported, and the informer goes on', async () => {
    let isBroken = true;
    const fake = new FakeListerWatcher<Pod>([pod('a')]);
    const source: ListerWatcher<Pod> = {
      watchListSupported: false,
      list: async (options, context) => (isBroken ? throwIt(make) : fake.list(options, context)),
      watch: async (options, context) => (isBroken ? throwIt(make) : fake.watch(options, context)),
    };
    const clock = new FakeClock();
    const stages = new Set<string>();
    const informer = newSharedIndexInformer(source, pods, {
      clock,
      watchErrorHandler: () => throwIt(make),
      onError: (_error, { stage }) => void stages.add(stage),
    });
    informer.onStatus(() => throwIt(make));
    const rejects: () => unknown = async () => throwIt(make);
    informer.onStatus(rejects);
    const stop = new AbortController();
    const running = informer.run(stop);
    await clock.advanceAsync(60_000);
    expect(informer.hasSynced()).toBe(false);
    isBroken = false;
    await clock.advanceAsync(60_000);
    expect(informer.indexer.list().map(nameOf)).toEqual(['a']);
    expect([...stages]).toEqual(['handler']);
    stop.abort();
    await running;
  });
});

it('an index function or a transform that is async and rejects costs its object alone', async () => {
  const rejects = async (): Promise<never> => {
    throw new Error('late');
  };
  const { informer, errors, start, stop } = informing([pod('a')], {
    indexers: { late: () => rejects() as unknown as string[] },
  });
  await start();
  expect(informer.indexer.list().map(nameOf)).toEqual(['a']);
  expect(errors.map(({ context }) => context.stage)).toEqual(['index']);
  await stop();
  const transforming = informing([pod('a')], { transform: () => rejects() as unknown as Pod });
  await transforming.start();
  expect(transforming.errors.map(({ context }) => context.stage)).toEqual(['transform']);
  await transforming.stop();
});

function throwIt(make: () => unknown): never {
  throw make();
}
