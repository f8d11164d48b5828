// What the inspector says is stuck: cause, since when, and what to do. On virtual time.
import { BaseSharedInformerFactory, connect, defineResource, realClock } from '@informer-gen/runtime';
import type { Clock, HandlerContext, KubernetesObject } from '@informer-gen/runtime';
import { Manager, TerminalError } from '@informer-gen/runtime/controller';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { podResource } from '@informer-gen/kubernetes/core/v1/pods';
import type { Inspection, InspectorSubject } from '@informer-gen/runtime/inspect';
import { ControllerBed, FakeClient, FakeClock, settle, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Collector } from '../../../runtime/src/inspect/collect/collector.js';

const widgetResource = defineResource<KubernetesObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
});

/** Settles only when the handler is removed. */
const never = (_object: unknown, _isInInitialList: boolean, { signal }: HandlerContext): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
const pod = (name: string): { metadata: { name: string }; spec: object } => ({
  metadata: { name },
  spec: { containers: [{ name: 'a', image: 'a' }] },
});

function inspect(subject: InspectorSubject, clock: Clock): Collector {
  const collector = new Collector(subject, { clock, masked: [] });
  onTestFinished(() => collector[Symbol.dispose]());
  return collector;
}

function newFactory(options: ConstructorParameters<typeof FakeClient>[0] = {}): {
  readonly clock: FakeClock;
  readonly client: FakeClient;
  readonly factory: BaseSharedInformerFactory;
  readonly inspector: Collector;
} {
  const clock = new FakeClock();
  const client = new FakeClient({ ...options, clock });
  const factory = new BaseSharedInformerFactory(client, { clock, onError: () => {} });
  onTestFinished(() => factory.shutdown());
  return { clock, client, factory, inspector: inspect({ factory }, clock) };
}

function problemsOf({ problems }: Inspection): string[] {
  return problems.map(({ what, cause, next }) => `${what}\n${cause}\n${next}`);
}

describe('an informer', () => {
  it('that is well is no problem', async () => {
    const { factory, inspector } = newFactory({ objects: [] });
    factory.informerFor(podResource);
    factory.start();
    await factory.waitForCacheSync();
    expect(inspector.inspection().problems).toEqual([]);
    expect(inspector.inspection().informers[0]).toMatchObject({ phase: 'watching', synced: true, staleMs: 0 });
  });

  it('whose resource the server does not know names the CustomResourceDefinition to install', async () => {
    await using server = await SimulatedApiServer.start();
    await using client = await connect({ server: server.url });
    await using factory = new BaseSharedInformerFactory(client, { onError: () => {} });
    const inspector = inspect({ factory }, realClock);
    factory.informerFor(widgetResource);
    factory.start();
    await expect.poll(() => inspector.inspection().problems.length).toBe(1);
    const { problems, at } = inspector.inspection();
    expect(problems).toMatchObject([{ severity: 'error', subject: { type: 'informer', id: 'widgets.example.com' } }]);
    expect(problems[0]?.what).toBe('widgets.example.com is not synced');
    expect(problems[0]?.cause).toMatch(/404/);
    expect(problems[0]?.next).toMatch(
      /Install the CustomResourceDefinition widgets\.example\.com, with example\.com\/v1 served/,
    );
    expect(at - (problems[0]?.since ?? 0)).toBeGreaterThanOrEqual(0);
  });

  it('that may not be read in one of its namespaces names the rule and where it belongs', async () => {
    const { client, factory, inspector } = newFactory();
    client.deny({ resource: 'pods', namespace: 'two' });
    factory.variant(podResource, { namespace: ['one', 'two'] });
    factory.start();
    await settle();
    const [problem] = problemsOf(inspector.inspection());
    expect(problem).toMatch(/pods is not synced in namespace two/);
    expect(problem).toMatch(
      /apiGroups: \[""\], resources: \["pods"\], verbs: \["get", "list", "watch"\], in a Role in two/,
    );
  });

  it('that nobody started says so', () => {
    const { factory, inspector } = newFactory();
    factory.informerFor(podResource);
    expect(problemsOf(inspector.inspection())[0]).toMatch(/pods has not been started.*start\(\)/s);
  });

  it('whose watch is silent says since when', async () => {
    const { clock, factory, inspector } = newFactory({ bookmarkIntervalMs: 100_000_000 });
    factory.informerFor(podResource);
    factory.start();
    await factory.waitForCacheSync();
    await clock.advanceAsync(100_000);
    const { problems, at } = inspector.inspection();
    expect(problems[0]?.what).toBe('the watch of pods is silent');
    expect(problems[0]?.cause).toMatch(/no sign of life for 100 s/);
    expect(at - (problems[0]?.since ?? at)).toBeGreaterThan(90_000);
  });

  it('with a handler that does not settle names it, and what waits behind it', async () => {
    const { clock, client, factory, inspector } = newFactory();
    for (const name of ['a', 'b', 'c']) client.direct.create(podResource, pod(name));
    factory.informerFor(podResource).addEventHandler({ onAdd: never }, { name: 'billing' });
    factory.start();
    await factory.waitForCacheSync();
    await clock.advanceAsync(11_000);
    const { problems } = inspector.inspection();
    expect(problems).toMatchObject([{ severity: 'error', subject: { type: 'handler', id: 'pods', name: 'billing' } }]);
    expect(problems[0]?.what).toBe('the handler billing of pods does not settle');
    expect(problems[0]?.cause).toMatch(/pending for 11 s; 2 events wait behind it/);
    expect(problems[0]?.next).toMatch(/timeoutMs/);
  });

  it('tells the errors and the latency of a handler', async () => {
    const { client, factory, inspector } = newFactory();
    const fail = (): void => {
      throw new Error('no such bill');
    };
    factory.informerFor(podResource).addEventHandler({ onAdd: fail }, { name: 'billing' });
    factory.start();
    await factory.waitForCacheSync();
    client.direct.create(podResource, pod('a'));
    await settle();
    const [handler] = inspector.inspection().informers[0]?.handlers ?? [];
    expect(handler).toMatchObject({
      calls: { count: 1 },
      errors: { count: 1 },
      lastError: { message: 'no such bill' },
    });
  });
});

describe('a controller', () => {
  const setUp = (fail: (name: string) => void) => (manager: ControllerBed['manager']) => {
    manager
      .controller(deploymentResource, { name: 'rollout' })
      .owns(podResource)
      .reconcile(async ({ metadata }) => fail(metadata.name));
  };
  const deployment = (name: string): { metadata: { name: string }; spec: object } => ({
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    },
  });

  it('tells of a failing key its error, how often, since when, why, and when it is tried next', async () => {
    await using bed = await ControllerBed.start({
      setUp: setUp((name) => {
        if (name === 'bad') throw new Error('quota exceeded');
      }),
    });
    const inspector = inspect({ manager: bed.manager }, bed.clock);
    bed.create(deploymentResource, deployment('bad'));
    await expect(bed.idle({ withinMs: 200 })).rejects.toThrow('quota exceeded');
    const { problems, controllers, at } = inspector.inspection();
    expect(problems).toMatchObject([
      { severity: 'error', subject: { type: 'key', id: 'rollout', name: 'default/bad' } },
    ]);
    expect(problems[0]?.what).toMatch(/^rollout: default\/bad has failed for the 6th time$/);
    expect(problems[0]?.cause).toBe('quota exceeded');
    const [key] = controllers[0]?.keys ?? [];
    expect(key).toMatchObject({
      state: 'waiting',
      failures: 6,
      why: [{ event: 'create', resource: 'deployments.apps', object: 'default/bad', mapping: 'itself' }],
      last: { result: 'error', error: 'quota exceeded' },
    });
    expect(key?.nextTryAt).toBeGreaterThan(at);
    expect(controllers[0]).toMatchObject({ results: { error: { count: 6 } }, retries: { count: 6 } });
  });

  it('tells a mapped event by its own object, and how that leads to the key', async () => {
    await using bed = await ControllerBed.start({ setUp: setUp(() => {}) });
    const handler = inspect({ manager: bed.manager }, bed.clock);
    const { uid } = bed.create(deploymentResource, deployment('web')).metadata as { uid: string };
    await bed.idle();
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true };
    bed.create(podResource, { ...pod('web-1'), metadata: { name: 'web-1', ownerReferences: [owner] } });
    await bed.idle();
    const why = handler.key('rollout', 'default/web')?.why;
    expect(why?.[0]).toMatchObject({
      event: 'create',
      resource: 'pods',
      object: 'default/web-1',
      mapping: 'its owner',
    });
    expect(why?.[1]).toMatchObject({ event: 'create', resource: 'deployments.apps', object: 'default/web' });
    expect(handler.inspection().informers.find(({ id }) => id === 'pods')?.feeds).toEqual(['rollout']);
    expect(handler.key('rollout', 'default/nothing')).toBe(undefined);
  });

  it('says of a key that was given up that only a change brings it back', async () => {
    await using bed = await ControllerBed.start({
      setUp: setUp(() => {
        throw new TerminalError('the image has no such tag');
      }),
    });
    const inspector = inspect({ manager: bed.manager }, bed.clock);
    bed.create(deploymentResource, deployment('typo'));
    await expect(bed.idle()).rejects.toThrow('the image has no such tag');
    const { problems, controllers } = inspector.inspection();
    expect(problems[0]?.what).toBe('rollout: default/typo was given up');
    expect(problems[0]?.cause).toBe('the image has no such tag');
    expect(controllers[0]?.keys[0]).toMatchObject({ state: 'idle', last: { isTerminal: true } });
  });

  it('keeps no more of keys and events than it has room for', async () => {
    await using bed = await ControllerBed.start({ setUp: setUp(() => {}) });
    const inspector = inspect({ manager: bed.manager }, bed.clock);
    const { queue } = bed.manager.inspect().controllers[0] as { queue: { add(key: string): void } };
    for (let at = 0; at < 3000; at += 1) queue.add(`default/x-${at}`);
    expect(inspector.inspection().controllers[0]).toMatchObject({ ready: 3000, moreKeys: 2970 });
    expect(JSON.stringify(inspector.inspection()).length).toBeLessThan(100_000);
    await bed.idle();
    expect(inspector.key('rollout', 'default/x-0')).toBe(undefined);
    expect(inspector.key('rollout', 'default/x-2999')?.last?.result).toBe('success');
  });

  it('is told of no more once the inspector is disposed of', async () => {
    await using manager = await Manager.create({ name: 'alone', client: new FakeClient() });
    setUp(() => {})(manager);
    const inspector = new Collector({ manager }, { clock: new FakeClock(), masked: [] });
    expect(manager.inspect().controllers[0]?.queue.isObserved).toBe(true);
    inspector[Symbol.dispose]();
    expect(manager.inspect().controllers[0]?.queue.isObserved).toBe(false);
  });
});

describe('a manager', () => {
  const lease = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'bed', namespace: 'default' },
    spec: { holderIdentity: 'the-other-replica', leaseDurationSeconds: 3600, leaseTransitions: 1 },
  };

  it('that does not lead says who does, as a note', async () => {
    await using bed = await ControllerBed.start({
      setUp: () => {},
      objects: [lease],
      manager: { leaderElection: { namespace: 'default', identity: 'this-replica' } },
    });
    const { problems, manager } = inspect({ manager: bed.manager }, bed.clock).inspection();
    expect(manager?.leadership).toMatchObject({
      isLeader: false,
      leader: 'the-other-replica',
      identity: 'this-replica',
    });
    expect(problems).toMatchObject([{ severity: 'note', what: 'this process does not lead' }]);
    expect(problems[0]?.cause).toMatch(/the-other-replica holds the lease default\/bed/);
  });

  it('whose lease could not be renewed says that writes are fenced', () => {
    const clock = new FakeClock();
    const election = {
      lease: 'default/op',
      identity: 'a',
      leader: 'a',
      isLeader: true,
      observedAt: clock.now() - 16_000,
      fenceLeftMs: -1000,
    };
    const manager = {
      observe: () => ({ [Symbol.dispose]() {} }),
      inspect: () => ({ name: 'op', phase: 'running' as const, informers: [], controllers: [], election }),
    };
    const { problems } = inspect({ manager }, clock).inspection();
    expect(problems).toMatchObject([{ severity: 'error', what: 'writes are fenced' }]);
    expect(problems[0]?.cause).toMatch(/not renewed in time \(last seen 16 s ago\)/);
  });
});

describe('the last events', () => {
  it('have the paths that changed, and no values', async () => {
    const { client, factory, inspector } = newFactory();
    factory.informerFor(podResource);
    factory.start();
    await factory.waitForCacheSync();
    client.direct.create(podResource, pod('a'));
    await settle();
    client.direct.patch(podResource, 'a', {
      metadata: { labels: { tier: 'hidden-value' } },
      status: { phase: 'Running' },
    });
    await settle();
    client.direct.delete(podResource, 'a');
    await settle();
    const events = inspector.events({ limit: 10 });
    expect(events.map(({ type, key }) => `${type} ${key}`)).toEqual([
      'add default/a',
      'update default/a',
      'update default/a',
      'delete default/a',
    ]);
    expect(events[1]?.paths).toEqual(['metadata.labels', 'status.phase']);
    expect(events[2]?.paths).toContain('metadata.deletionTimestamp');
    expect(JSON.stringify(events)).not.toContain('hidden-value');
  });
});
