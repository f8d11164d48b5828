import { inspect } from 'node:util';
import { InformerError } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { MalformedEventError, MalformedListError, TooLargeError } from '../../../runtime/src/decode/errors.js';
import { jsonDecoder } from '../../../runtime/src/decode/decoder.js';
import { LineSplitter } from '../../../runtime/src/decode/line-splitter.js';
import { ListDecoder } from '../../../runtime/src/decode/list-decoder.js';
import { WatchDecoder } from '../../../runtime/src/decode/watch-decoder.js';

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

const megabyte = Buffer.alloc(1 << 20, 'x');

function pushMegabytes(push: (chunk: Buffer) => void): void {
  for (let count = 0; count < 70; count += 1) push(megabyte);
}

describe('what never ends', () => {
  it('as a line of a watch is an error before it takes the memory', () => {
    const splitter = new LineSplitter();
    expect(() => pushMegabytes((chunk) => splitter.push(chunk, () => {}))).toThrow(TooLargeError);
    expect(splitter.pendingBytes).toBeLessThan(66 << 20);
  });

  it.each(['{"items":[{"data":"', '{"metadata":"', '{"'])('as a part of a list (%s) is an error too', (beginning) => {
    const decoder = new ListDecoder({ decoder: jsonDecoder() });
    decoder.push(Buffer.from(beginning));
    expect(() => pushMegabytes((chunk) => decoder.push(chunk))).toThrow(TooLargeError);
  });
});

describe('an error about malformed data', () => {
  it.each(['"password":aHVudGVyMg==', '"password":"aHVudGVyMg==" "b"', '"password":"aHVudGVyMg==\\x"'])(
    'hands on no error of a parser that quotes an object: %s',
    (data) => {
      const object = `{"metadata":{"name":"a"},"data":{${data}}}`;
      const options = { decoder: jsonDecoder<object>() };
      for (const decode of [
        () => new ListDecoder(options).push(Buffer.from(`{"items":[${object}]}`)),
        () => new ListDecoder(options).push(Buffer.from(`{"metadata":{${data}}}`)),
        () => new WatchDecoder(options).push(Buffer.from(`{"type":"ADDED","object":${object}}\n`), []),
        () => new WatchDecoder(options).push(Buffer.from(`{"type":"ERROR","object":${object}}\n`), []),
        () => new WatchDecoder(options).push(Buffer.from(`{ "type":"ADDED","object":${object}}\n`), []),
      ]) {
        expect(decode).toThrow(InformerError);
        expect(inspect(thrownBy(decode))).not.toContain('aHVu');
      }
    },
  );

  it.each([
    ['{"type":"ADDED","object":{"kind":"Secret","data":{"password":"aHVudGVyMg=="', 'aHVudGVyMg'],
    ['{"type":"ADDED","object":{"data":{"k":"aHVudGV', 'aHVudGV'],
    ['{"a":"say \\"aHVudGVyMg\\" twice"', 'aHVudGVyMg'],
    ['VyMgaHVudGVyMg==","other":"x"', 'VyMg'],
    ['{"data":{"password":aHVudGVyMg==","other":"x"}}', 'aHVudGVyMg'],
    ['{"data":{"password":"aHVudGVyMg==":"other"}}', 'aHVudGVyMg'],
    ['{"data":{"pin":12345}}', '12345'],
  ])('shows no value of an object: %s', (line, secret) => {
    for (const error of [
      new MalformedEventError('why', Buffer.from(line)),
      new MalformedListError('why', Buffer.from(line)),
    ])
      expect(error.message).not.toContain(secret);
  });

  it('shows names and structure, and a page', () => {
    expect(new MalformedEventError('why', Buffer.from('{"type":"ADDED","object":{"kind":1')).message).toBe(
      'not a watch event (why): {"type":"…","object":{"kind":…',
    );
    expect(new MalformedEventError('why', Buffer.from('<html>Bad gateway')).message).toContain('<html>Bad gateway');
  });
});

describe('a list whose kind does not end in List', () => {
  const decode = (text: string): unknown => {
    const decoder = new ListDecoder({ decoder: jsonDecoder(), stamp: { apiVersion: 'a.b/v1', kind: 'Ox' } });
    decoder.push(Buffer.from(text));
    return decoder.end();
  };

  it('is one when it has items: a CRD names its lists as it likes', () => {
    const text =
      '{"kind":"Oxen","apiVersion":"a.b/v1","metadata":{"resourceVersion":"3"},"items":[{"metadata":{"name":"o"}}]}';
    expect(decode(text)).toMatchObject({ resourceVersion: '3', items: [{ kind: 'Ox', metadata: { name: 'o' } }] });
    expect(decode('{"items":null,"kind":"Oxen"}')).toMatchObject({ items: [] });
  });

  it.each(['{"kind":"Ox","metadata":{}}', '{"kind":"Table","items":[]}', '{"kind":"Status"}'])(
    'is none: %s',
    (text) => {
      expect(() => decode(text)).toThrow(/expected a list of objects/);
    },
  );
});
