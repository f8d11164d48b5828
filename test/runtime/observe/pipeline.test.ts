// What is told on the way from the server to a reconcile, by the real parts over HTTP.
import { connect, newResourceInformer } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import type { Observed, Observer } from '@informer-gen/runtime/observe';
import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from '../controller/support/websites.js';

/** Notes every call, in order. */
class Recorder {
  readonly calls: { readonly method: string; readonly subject: unknown; readonly details: Record<string, unknown> }[] =
    [];

  readonly observer: Observer = new Proxy<Observer>(
    {},
    {
      get: (_target, method) => (subject: unknown, details: unknown, run?: () => void) => {
        this.calls.push({
          method: String(method),
          subject,
          details: (details ?? subject ?? {}) as Record<string, unknown>,
        });
        run?.();
      },
    },
  );

  of(method: keyof Observer): Record<string, unknown>[] {
    return this.calls.filter((call) => call.method === method).map(({ details }) => details);
  }

  attached(): string[] {
    const subjects = this.calls.filter(({ method }) => method === 'attached').map(({ subject }) => subject as Observed);
    return subjects.map((subject) => `${subject.type} ${'name' in subject ? subject.name : subject.host}`);
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('an informer', () => {
  it('tells of its list, its watch, its cache and its handlers, and of the requests for them', async () => {
    await using server = await SimulatedApiServer.start();
    server.direct.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
    await using client = await connect({ server: server.url });
    const recorder = new Recorder();
    using _requests = client.observe(recorder.observer);
    const informer = newResourceInformer(client, configMaps, { onError: () => {} });
    using _informer = informer.observe(recorder.observer);
    const seen: string[] = [];
    informer.addEventHandler(
      {
        onAdd: ({ metadata }) => {
          seen.push(metadata?.name ?? '');
          if (metadata?.name === 'b') throw new Error('no');
        },
      },
      { name: 'mine' },
    );
    const stop = new AbortController();
    const running = informer.run({ signal: stop.signal });
    await informer.whenSynced();
    server.direct.create(configMaps, { metadata: { name: 'b', namespace: 'default' } });
    await until(() => seen.length === 2);
    stop.abort();
    await running;

    expect(recorder.attached()).toEqual([`client ${new URL(server.url).host}`, 'informer configmaps', 'handler mine']);
    expect(recorder.of('listEnded')).toMatchObject([{ reason: 'initial', items: 1, error: undefined }]);
    expect(recorder.of('watchOpened')).toHaveLength(1);
    expect(recorder.of('watchEnded')).toMatchObject([{ isShort: false }]);
    expect(recorder.of('phaseChanged').map(({ phase }) => phase)).toEqual(['listing', 'watching', 'stopped']);
    expect(recorder.of('eventsStored').reduce((sum, { count }) => sum + Number(count), 0)).toBe(2);
    expect(recorder.of('aroundHandler')).toMatchObject([{ type: 'add', key: 'default/a' }, { key: 'default/b' }]);
    expect(recorder.of('handlerCalled').map(({ error }) => (error as Error | undefined)?.message)).toEqual([
      undefined,
      'no',
    ]);
    expect(recorder.calls.filter(({ method }) => method === 'bytesReceived').length).toBeGreaterThan(0);
    const [started] = recorder.of('requestStarted');
    expect(started).toMatchObject({ method: 'GET', resource: 'configmaps' });
    expect(recorder.of('requestAnswered')[0]).toMatchObject({ request: started, code: 200 });
    expect(recorder.of('requestEnded')).toHaveLength(recorder.of('requestStarted').length);
  });
});

describe('a manager', () => {
  it('tells of its controllers, why keys run and how that ended, also of what is made after the observer came', async () => {
    await using server = await SimulatedApiServer.start({ crds: [websiteCrd] });
    await using manager = await Manager.create({
      name: 'test',
      connect: { server: server.url },
      leaderElection: { namespace: 'default' },
      onError: () => {},
      log: () => {},
    });
    const recorder = new Recorder();
    const observing = manager.observe(recorder.observer);
    manager
      .controller(websites)
      .owns(configMaps)
      .reconcile(async (site, { apply }) => {
        if (site.metadata?.name === 'bad') throw new Error('bad site');
        await apply(configMaps, { data: { html: 'x' } });
      });
    server.direct.create(websites, { metadata: { name: 'a', namespace: 'default' } });
    server.direct.create(websites, { metadata: { name: 'bad', namespace: 'default' } });
    const stop = new AbortController();
    const running = manager.run({ signal: stop.signal, signals: [] });
    await until(() => recorder.calls.some(({ method }) => method === 'writeSaved'));
    await until(() => recorder.of('reconcileEnded').some(({ result }) => result === 'error'));

    const starts = recorder.of('reconcileStarted');
    expect(starts.find(({ key }) => key === 'default/a')).toMatchObject({
      causes: [{ type: 'add', resource: 'websites.web.acme.dev', object: 'default/a' }],
    });
    const causes = starts.flatMap((start) => start['causes'] as readonly { type: string; resource?: string }[]);
    expect(causes).toContainEqual(
      expect.objectContaining({ type: 'add', resource: 'configmaps', object: 'default/a' }),
    );
    await until(() => recorder.of('keyDelayed').some(({ cause }) => (cause as { type: string }).type === 'retry'));
    expect(recorder.of('leadershipChanged')).toEqual([{ isLeading: true }]);
    expect(recorder.of('cacheWaited')).toContainEqual(expect.objectContaining({ operation: 'get', result: 'success' }));
    expect(recorder.of('writeSaved')[0]).toEqual({ resource: 'configmaps' });
    expect(new Set(recorder.attached().map((subject) => subject.split(' ')[0]))).toEqual(
      new Set(['client', 'informer', 'handler', 'queue', 'controller', 'election']),
    );
    observing[Symbol.dispose]();
    const count = recorder.calls.length;
    server.direct.create(websites, { metadata: { name: 'later', namespace: 'default' } });
    await until(
      () => server.direct.get(configMaps, { metadata: { name: 'later', namespace: 'default' } }) !== undefined,
    );
    expect(recorder.calls.length).toBe(count);
    stop.abort(new Error('over'));
    await running;
  });
});
