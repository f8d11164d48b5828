import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheLookup, WatchEvent } from '../../../runtime/src/source/lister-watcher.js';
import { MalformedEventError, TruncatedStreamError } from '../../../runtime/src/decode/errors.js';
import { jsonDecoder } from '../../../runtime/src/decode/decoder.js';
import { ObjectDigest } from '../../../runtime/src/decode/object-digest.js';
import { WatchDecoder } from '../../../runtime/src/decode/watch-decoder.js';
import { cacheOf } from './cache-lookup.js';
import { cutAt, cutPlaces, throughJson, trickyJson, trickyText } from './chunks.js';

interface Thing {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly [field: string]: unknown;
}

const stamp = { apiVersion: 'example.com/v1', kind: 'Thing' };

const digest = new ObjectDigest({ leavesOutManagedFields: false });

function decode(chunks: readonly (Buffer | string)[], known?: CacheLookup<Thing>): WatchEvent<Thing>[] {
  const decoder = new WatchDecoder<Thing>({ decoder: jsonDecoder<Thing>(), stamp, digest: known && digest, known });
  const events: WatchEvent<Thing>[] = [];
  for (const chunk of chunks) decoder.push(Buffer.from(chunk), events);
  decoder.end();
  return events;
}

const thing: fc.Arbitrary<Thing> = fc
  .record({
    name: trickyText,
    uid: fc.uuid(),
    resourceVersion: fc.nat().map(String),
    labels: fc.dictionary(trickyText, trickyText),
  })
  .chain((metadata) => trickyJson.map((spec) => throughJson({ ...stamp, metadata, spec }) as Thing));

const wireEvent = fc.oneof(
  fc.record({ type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED'), object: thing }),
  fc.record({ type: fc.constant('BOOKMARK'), object: thing }),
  fc.record({ type: fc.constant('ERROR'), object: fc.constant({ kind: 'Status', code: 410, message: 'too old' }) }),
);

function meaning({ type, object }: { type: string; object: unknown }): unknown {
  if (type === 'ERROR') return { type, status: object };
  if (type !== 'BOOKMARK') return { type, object };
  return { type, resourceVersion: (object as Thing).metadata.resourceVersion, initialEventsEnd: false };
}

describe('WatchDecoder', () => {
  it('gives the same events however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(wireEvent, { maxLength: 8 }), cutPlaces, (events, places) => {
        const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
        expect(decode(cutAt(bytes, places))).toEqual(events.map(meaning));
      }),
    );
  });

  it('understands events with other spacing and order of fields', () => {
    const object = { metadata: { name: 'a', uid: 'u', resourceVersion: '1' } };
    const pretty = JSON.stringify({ object, type: 'MODIFIED' }, null, ' ').replaceAll('\n', ' ');
    expect(decode([`${pretty}\r\n\r\n\n`])).toEqual([{ type: 'MODIFIED', object: { ...object, ...stamp } }]);
  });

  it('reads from a bookmark its version and whether it ends the initial state, and nothing else (java#3101)', () => {
    const line = (annotations: object): string =>
      `${JSON.stringify({ type: 'BOOKMARK', object: { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '7', creationTimestamp: null, annotations }, spec: { containers: null }, status: {} } })}\n`;
    expect(
      decode([line({}), line({ 'k8s.io/initial-events-end': 'true' }), line({ 'k8s.io/initial-events-end': 'false' })]),
    ).toEqual([
      { type: 'BOOKMARK', resourceVersion: '7', initialEventsEnd: false },
      { type: 'BOOKMARK', resourceVersion: '7', initialEventsEnd: true },
      { type: 'BOOKMARK', resourceVersion: '7', initialEventsEnd: false },
    ]);
  });

  it('hands out what came before a truncated last line, and then says that it was cut off (javascript#146)', () => {
    fc.assert(
      fc.property(fc.array(wireEvent, { minLength: 1, maxLength: 4 }), fc.nat(), cutPlaces, (events, cut, places) => {
        const lines = events.map((event) => Buffer.from(`${JSON.stringify(event)}\n`));
        const last = lines.at(-1) as Buffer;
        const truncated = last.subarray(0, 1 + (cut % (last.length - 1)));
        const decoder = new WatchDecoder<Thing>({ decoder: jsonDecoder<Thing>() });
        const got: WatchEvent<Thing>[] = [];
        for (const chunk of cutAt(Buffer.concat([...lines.slice(0, -1), truncated]), places)) decoder.push(chunk, got);
        expect(got).toEqual(events.slice(0, -1).map(meaning));
        expect(() => decoder.end()).toThrow(TruncatedStreamError);
      }),
    );
  });

  it.each(['<html>please sign in</html>', 'upstream connect error', '\n  [1]'])(
    'says of a rest that begins no event, such as a page of one line, that it is none: %j',
    (rest) => {
      const decoder = new WatchDecoder<Thing>({ decoder: jsonDecoder<Thing>() });
      for (const chunk of rest) decoder.push(Buffer.from(chunk), []);
      expect(() => decoder.end()).toThrow(MalformedEventError);
    },
  );

  it.each([
    ['text that is no JSON', '<html>502 Bad Gateway</html>', /not JSON.*<html>502/],
    ['an unknown type', '{"type":"MOVED","object":{}}', /no known type/],
    ['an event without an object', '{"type":"ADDED"}', /no object/],
    ['an object that is no object', '{"type":"ADDED","object":7}', /not valid|no object/],
    ['a broken object', '{"type":"ADDED","object":{"metadata":}}', /not valid/],
    ['two events in one line', '{"type":"ADDED","object":{}}{"type":"ADDED","object":{}}', /not valid/],
    ['a bookmark without a version', '{"type":"BOOKMARK","object":{"metadata":{}}}', /not valid/],
    ['null', 'null', /no known type/],
  ])('ends the watch with an error on %s, after the events before it', (_name, line, message) => {
    const good = { type: 'ADDED', object: { ...stamp, metadata: { name: 'a', uid: 'u', resourceVersion: '1' } } };
    const decoder = new WatchDecoder<Thing>({ decoder: jsonDecoder<Thing>() });
    const events: WatchEvent<Thing>[] = [];
    const push = (): void => decoder.push(Buffer.from(`${JSON.stringify(good)}\n${line}\n`), events);
    expect(push).toThrow(MalformedEventError);
    expect(events).toEqual([good]);
    expect(() => decoder.push(Buffer.from(`${line}\n`), events)).toThrow(message);
  });

  it('decodes an event of 10 MB', () => {
    const object = { ...stamp, metadata: { name: 'a', uid: 'u', resourceVersion: '1' }, data: 'x'.repeat(10 << 20) };
    const bytes = Buffer.from(`${JSON.stringify({ type: 'ADDED', object })}\n`);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    );
    expect(decode(chunks)).toEqual([{ type: 'ADDED', object }]);
  });

  it('uses the cached object for an ADDED event of the same state, and only then', () => {
    const cached: Thing = { ...stamp, metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '5' } };
    const known = cacheOf(new Map([['n/a', cached]]));
    const added = (metadata: object): string =>
      `${JSON.stringify({ type: 'ADDED', object: { ...stamp, metadata } })}\n`;
    const events = decode(
      [
        added(cached.metadata),
        added({ ...cached.metadata, resourceVersion: '6' }),
        added(cached.metadata),
        added({ ...cached.metadata, uid: 'v' }),
        added({ ...cached.metadata, labels: {} }),
      ],
      known,
    );
    expect(events.map((event) => 'object' in event && event.object === cached)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it("tells the digest that a list has for the same state, except for bytes that are not the server's", () => {
    const object: Thing = { ...stamp, metadata: { name: 'a', uid: 'u', resourceVersion: '5' }, spec: { ratio: 1 } };
    const { kind: _kind, apiVersion: _apiVersion, ...listed } = object;
    const none = cacheOf<Thing>(new Map());
    const line = (type: string): string => `${JSON.stringify({ type, object })}\n`;
    const events = decode([line('ADDED'), line('MODIFIED'), line('DELETED'), line('ADDED').replace(':', ' : ')], none);
    const expected = digest.of(Buffer.from(JSON.stringify(listed)));
    expect(events.map((event) => 'digest' in event && event.digest)).toEqual([expected, expected, false, false]);
  });
});
