// Counterparts of client-go's tools/events tests, and of those of tools/record whose behaviour the recorder shares.
import { defineResource } from '@informer-gen/runtime';
import { FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import type { EventObject } from '../../../../runtime/src/controller/events/event-object.js';
import type { EventClient } from '../../../../runtime/src/controller/events/event-recorder.js';
import { EventRecorder } from '../../../../runtime/src/controller/events/event-recorder.js';
import { refusal } from '../election/fake-lock.js';
import { describeOnBothServers } from '../support/both-servers.js';

const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const pod = { metadata: { name: 'web', namespace: 'shop', uid: 'u1', resourceVersion: '5' } };
const note = { reason: 'Started', action: 'Start', note: 'it runs' };

interface Sent {
  readonly verb: 'create' | 'patch';
  readonly body: Partial<EventObject>;
}

/** A client that remembers what was sent, and answers with an error when told to. */
class Sink {
  readonly sent: Sent[] = [];
  fail: (sent: Sent) => Error | undefined = () => undefined;

  readonly client = {
    create: (_resource: unknown, body: object) => this.#take({ verb: 'create', body }),
    patch: (_resource: unknown, _name: unknown, body: object) => this.#take({ verb: 'patch', body }),
  } as unknown as EventClient;

  #take(sent: Sent): Promise<object> {
    this.sent.push(sent);
    const error = this.fail(sent);
    return error ? Promise.reject(error) : Promise.resolve(sent.body);
  }
}

function rig(options: { maxPending?: number } = {}): {
  sink: Sink;
  clock: FakeClock;
  recorder: EventRecorder;
  errors: string[];
} {
  const [sink, clock, errors] = [new Sink(), new FakeClock(), [] as string[]];
  const onError = (error: Error): void => void errors.push(error.message);
  const random = (): number => 0;
  const recorder = new EventRecorder({
    client: sink.client,
    controller: 'shop',
    instance: 'shop-1',
    clock,
    onError,
    random,
    ...options,
  });
  return { sink, clock, recorder, errors };
}

describe('tools/events', () => {
  it('TestRecordEventToSink: the first of its kind is created, complete', async () => {
    const { sink, recorder } = rig();
    recorder.record(pods, pod, { ...note, type: 'Warning' });
    await settle();
    expect(sink.sent).toHaveLength(1);
    const { metadata, ...event } = sink.sent[0]?.body ?? {};
    expect(event).toEqual({
      eventTime: '2026-01-01T00:00:00.000000Z',
      type: 'Warning',
      reason: 'Started',
      action: 'Start',
      note: 'it runs',
      regarding: { apiVersion: 'v1', kind: 'Pod', name: 'web', namespace: 'shop', uid: 'u1', resourceVersion: '5' },
      reportingController: 'shop',
      reportingInstance: 'shop-1',
    });
    expect(metadata?.namespace).toBe('shop');
    expect(metadata?.name).toMatch(/^web\.[0-9a-f]{15,16}$/);
    await recorder[Symbol.asyncDispose]();
  });

  it('TestEventSeriesf: the second makes a series, further ones are counted, whatever their note says', async () => {
    const { sink, clock, recorder } = rig();
    recorder.record(pods, pod, note);
    await settle();
    clock.advance(1000);
    for (let again = 0; again < 5; again += 1) recorder.record(pods, pod, { ...note, note: `again ${again}` });
    await settle();
    expect(sink.sent.map(({ verb }) => verb)).toEqual(['create', 'patch']);
    expect(sink.sent[1]?.body).toEqual({ series: { count: 2, lastObservedTime: '2026-01-01T00:00:01.000000Z' } });
    await recorder[Symbol.asyncDispose]();
    expect(sink.sent[2]?.body.series?.count).toBe(6);
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestEventSeriesf: another reason, action, type or object is another event', async () => {
    const { sink, recorder } = rig();
    recorder.record(pods, pod, note);
    recorder.record(pods, pod, { ...note, reason: 'Stopped' });
    recorder.record(pods, pod, { ...note, action: 'Stop' });
    recorder.record(pods, pod, { ...note, type: 'Warning' });
    recorder.record(pods, { metadata: { ...pod.metadata, uid: 'u2' } }, note);
    await settle();
    expect(sink.sent.map(({ verb }) => verb)).toEqual(['create', 'create', 'create', 'create', 'create']);
    await recorder[Symbol.asyncDispose]();
  });

  it('TestEventSeriesWithEventSinkImplRace: a patch never overtakes the create of its event', async () => {
    const { sink, recorder } = rig();
    recorder.record(pods, pod, note);
    recorder.record(pods, pod, note);
    await settle();
    expect(sink.sent.map(({ verb }) => verb)).toEqual(['create', 'patch']);
    await recorder[Symbol.asyncDispose]();
  });

  it('TestFinishSeries: a series that was silent for six minutes is written a last time and forgotten', async () => {
    const { sink, clock, recorder } = rig();
    for (let times = 0; times < 3; times += 1) recorder.record(pods, pod, note);
    await settle();
    await clock.advanceAsync(6 * 60_000);
    expect(sink.sent.map(({ verb, body }) => [verb, body.series?.count])).toEqual([
      ['create', undefined],
      ['patch', 2],
      ['patch', 3],
    ]);
    recorder.record(pods, pod, note);
    await settle();
    expect(sink.sent.at(-1)?.verb).toBe('create');
    await recorder[Symbol.asyncDispose]();
  });

  it('TestFinishSeries: an event that did not happen again is forgotten after six minutes, without a request', async () => {
    const { sink, clock, recorder } = rig();
    recorder.record(pods, pod, note);
    await clock.advanceAsync(6 * 60_000);
    recorder.record(pods, pod, note);
    await settle();
    expect(sink.sent.map(({ verb }) => verb)).toEqual(['create', 'create']);
    await recorder[Symbol.asyncDispose]();
  });

  it('TestRefreshExistingEventSeries: a series that goes on is written every half hour', async () => {
    const { sink, clock, recorder } = rig();
    for (let minute = 0; minute < 31; minute += 1) {
      recorder.record(pods, pod, note);
      await clock.advanceAsync(60_000);
    }
    const counts = sink.sent.map(({ body }) => body.series?.count);
    expect(counts).toEqual([undefined, 2, 30]);
    await recorder[Symbol.asyncDispose]();
  });
});

describe('tools/record', () => {
  it('TestWriteEventError: what the server refused is not tried again', async () => {
    const { sink, clock, recorder, errors } = rig();
    sink.fail = () => refusal(403, 'Forbidden');
    recorder.record(pods, pod, note);
    await clock.advanceAsync(120_000);
    expect(sink.sent).toHaveLength(1);
    expect(errors).toHaveLength(1);
    await recorder[Symbol.asyncDispose]();
  });

  it('TestWriteEventError: a server that does not answer is tried twelve times, ten seconds apart', async () => {
    const { sink, clock, recorder, errors } = rig();
    sink.fail = () => new Error('connection refused');
    recorder.record(pods, pod, note);
    await clock.advanceAsync(10_000);
    expect(sink.sent).toHaveLength(2);
    await clock.advanceAsync(300_000);
    expect(sink.sent).toHaveLength(12);
    expect(errors).toEqual(['connection refused']);
    await recorder[Symbol.asyncDispose]();
  });

  it('TestUpdateExpiredEvent: a series that the server has forgotten is created again', async () => {
    const { sink, recorder } = rig();
    sink.fail = ({ verb }) => (verb === 'patch' ? refusal(404, 'NotFound') : undefined);
    recorder.record(pods, pod, note);
    recorder.record(pods, pod, note);
    await settle();
    expect(sink.sent.map(({ verb }) => verb)).toEqual(['create', 'patch', 'create']);
    expect(sink.sent[2]?.body).toMatchObject({ reason: 'Started', series: { count: 2 } });
    await recorder[Symbol.asyncDispose]();
  });

  it('TestLotsOfEvents: beyond the limit events are dropped and reported, and recording does not block', async () => {
    const { recorder, errors, sink } = rig({ maxPending: 2 });
    for (const name of ['a', 'b', 'c', 'd']) recorder.record(pods, { metadata: { ...pod.metadata, name } }, note);
    await settle();
    expect(sink.sent).toHaveLength(2);
    expect(errors).toHaveLength(2);
    await recorder[Symbol.asyncDispose]();
  });

  it('TestEventfNoNamespace: an event about a cluster-scoped object is in the namespace default', async () => {
    const { sink, recorder } = rig();
    recorder.recordFor({ apiVersion: 'v1', kind: 'Node', name: 'n1' }, note);
    await settle();
    expect(sink.sent[0]?.body.metadata?.namespace).toBe('default');
    await recorder[Symbol.asyncDispose]();
  });

  it('TestNonRacyShutdown: after the end nothing is recorded, and no timer is left', async () => {
    const { sink, clock, recorder } = rig();
    recorder.record(pods, pod, note);
    await recorder[Symbol.asyncDispose]();
    recorder.record(pods, pod, { ...note, reason: 'Late' });
    await settle();
    expect(sink.sent).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a recorder', () => {
  it('continues a series when the object has another version, as after a write of its status', async () => {
    const { sink, recorder } = rig();
    recorder.record(pods, pod, note);
    recorder.record(pods, { metadata: { ...pod.metadata, resourceVersion: '6' } }, note);
    await settle();
    expect(sink.sent.map(({ verb }) => verb)).toEqual(['create', 'patch']);
    await recorder[Symbol.asyncDispose]();
  });

  it('cuts what the server would refuse, and no character in two', async () => {
    const { sink, recorder } = rig();
    recorder.record(pods, pod, { reason: 'R'.repeat(200), note: `${'x'.repeat(1023)}é` });
    await settle();
    const { reason = '', action = '', note: text = '' } = sink.sent[0]?.body ?? {};
    expect([reason.length, action.length, text.length]).toEqual([128, 128, 1023]);
    await recorder[Symbol.asyncDispose]();
  });
});

describeOnBothServers('a recorder', (start) => {
  it('writes an event and its series as the server accepts them', async () => {
    await using server = await start();
    await using client = await server.connect();
    const errors: string[] = [];
    const recorder = new EventRecorder({
      client,
      controller: 'shop',
      onError: ({ message }) => void errors.push(message),
    });
    const regarding = { metadata: { name: 'web', namespace: server.namespace, uid: 'u1' } };
    for (let times = 0; times < 4; times += 1) recorder.record(pods, regarding, { ...note, note: 'ü'.repeat(1024) });
    await recorder[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
    const events = defineResource<EventObject>({
      group: 'events.k8s.io',
      version: 'v1',
      kind: 'Event',
      plural: 'events',
      namespaced: true,
    });
    const { items } = await client.list(events, { namespace: server.namespace });
    const event = items.find(({ reportingController }) => reportingController === 'shop');
    expect(event).toMatchObject({ reason: 'Started', regarding: { name: 'web' }, series: { count: 4 } });
  });
});
