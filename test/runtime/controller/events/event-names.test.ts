// Names and annotations of events.
import { defineResource } from '@informer-gen/runtime';
import { ControllerBed, FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import type { EventObject } from '../../../../runtime/src/controller/events/event-object.js';
import { eventResource } from '../../../../runtime/src/controller/events/event-object.js';
import { EventRecorder } from '../../../../runtime/src/controller/events/event-recorder.js';
import { configMaps } from '../support/websites.js';

const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const note = { reason: 'Started', note: 'it runs' };

/** A linear congruential generator: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Records an event about each object, and returns the names that reached the server. */
async function namesOf(objects: readonly string[], random: () => number): Promise<string[]> {
  const clock = new FakeClock();
  const server = new FakeClient({ clock });
  await using recorder = new EventRecorder({ client: server, controller: 'test', instance: 'one', clock, random });
  for (const name of objects) {
    recorder.record(pods, { metadata: { name, namespace: 'default' } }, { ...note, reason: `About${name}` });
    await settle();
  }
  return server.direct.objects(eventResource, 'default').map(({ metadata }) => metadata?.name ?? '');
}

describe('names of events', () => {
  it('are the same in two runs of one process with the same clock and random source', async () => {
    const first = await namesOf(['a', 'b', 'NotASubdomain'], randomOf(7));
    const second = await namesOf(['a', 'b', 'NotASubdomain'], randomOf(7));
    expect(first).toHaveLength(3);
    expect(second).toEqual(first);
  });

  it('differ with another random source', async () => {
    expect(await namesOf(['a'], randomOf(7))).not.toEqual(await namesOf(['a'], randomOf(8)));
  });

  it.each([
    ['a constant', () => 0],
    ['the last number below 1', () => 1 - Number.EPSILON],
  ])('are unique in a recorder whose random source returns %s', async (_name, random) => {
    const objects = Array.from({ length: 20 }, (_unused, index) => (index % 2 === 0 ? 'same' : 'Same'));
    const clock = new FakeClock();
    const server = new FakeClient({ clock });
    await using recorder = new EventRecorder({ client: server, controller: 'test', clock, random });
    for (const [index, name] of objects.entries())
      recorder.record(pods, { metadata: { name, namespace: 'default' } }, { ...note, reason: `Number${index}` });
    await settle();
    expect(server.direct.objects(eventResource, 'default')).toHaveLength(20);
  });

  it('are those of the object and a time in hex, or a UUID if that is not a valid name', async () => {
    const [plain, uuid] = [await namesOf(['web'], randomOf(1)), await namesOf(['Web'], randomOf(1))];
    expect(plain[0]).toMatch(/^web\.[0-9a-f]{16}$/);
    expect(uuid[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('come from the random source of a ControllerBed', async () => {
    const run = async (): Promise<readonly string[]> => {
      await using bed = await ControllerBed.start({
        cluster: { random: randomOf(3) },
        setUp: (manager) =>
          void manager
            .controller(configMaps)
            .reconcile((_object, { event }) => event({ ...note, annotations: { 'example.com/run': '1' } })),
      });
      bed.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
      await bed.idle();
      return bed.list(eventResource).map(({ metadata }) => metadata?.name ?? '');
    };
    const first = await run();
    expect(first).toHaveLength(1);
    expect(await run()).toEqual(first);
  });
});

describe('annotations of events', () => {
  async function recorded(notes: readonly Record<string, string>[]): Promise<readonly EventObject[]> {
    const clock = new FakeClock();
    const server = new FakeClient({ clock });
    await using recorder = new EventRecorder({ client: server, controller: 'test', clock });
    for (const annotations of notes) {
      recorder.record(pods, { metadata: { name: 'a', namespace: 'default' } }, { ...note, annotations });
      await settle();
    }
    await recorder.flush();
    return server.direct.objects(eventResource, 'default');
  }

  it('are those of the Event object', async () => {
    const [event] = await recorded([{ 'example.com/revision': 'main@sha1:5f' }]);
    expect(event?.metadata?.annotations).toEqual({ 'example.com/revision': 'main@sha1:5f' });
  });

  it('are those of the first event in a series', async () => {
    const events = await recorded([{ 'example.com/revision': '1' }, { 'example.com/revision': '2' }]);
    expect(events.map(({ metadata, series }) => [metadata?.annotations, series?.count])).toEqual([
      [{ 'example.com/revision': '1' }, 2],
    ]);
  });

  it('are recorded from a reconcile', async () => {
    await using bed = await ControllerBed.start({
      setUp: (manager) =>
        void manager
          .controller(configMaps)
          .reconcile((_object, { event }) => event({ ...note, annotations: { 'example.com/run': '1' } })),
    });
    bed.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
    await bed.idle();
    expect(bed.list(eventResource).map(({ metadata }) => metadata?.annotations)).toEqual([{ 'example.com/run': '1' }]);
  });
});
