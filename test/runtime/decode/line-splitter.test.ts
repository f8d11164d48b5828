import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../../runtime/src/decode/line-splitter.js';
import { cutAt, cutPlaces } from './chunks.js';

function split(chunks: readonly Buffer[]): { lines: string[]; pendingBytes: number } {
  const splitter = new LineSplitter();
  const lines: string[] = [];
  for (const chunk of chunks)
    splitter.push(chunk, (bytes, start, end) => lines.push(bytes.toString('utf8', start, end)));
  return { lines, pendingBytes: splitter.pendingBytes };
}

describe('LineSplitter', () => {
  it('gives the same lines however the bytes are cut, also inside a character', () => {
    const text = fc.array(
      fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ' ')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(text, fc.string({ unit: 'grapheme' }), cutPlaces, (lines, tail, places) => {
        const rest = tail.replaceAll('\n', ' ');
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join('') + rest);
        expect(split(cutAt(bytes, places))).toEqual({ lines, pendingBytes: Buffer.byteLength(rest) });
      }),
    );
  });

  it('copies a line of 10 MB once, whatever the number of chunks', () => {
    const chunk = Buffer.alloc(1 << 10, 'x');
    const chunks = Array.from({ length: 10 << 10 }, () => chunk);
    let copied = 0;
    const concat = Buffer.concat;
    Buffer.concat = (list: readonly Uint8Array[], length?: number) => {
      copied += list.reduce((sum, part) => sum + part.length, 0);
      return concat(list, length);
    };
    try {
      const { lines } = split([...chunks, Buffer.from('end\nnext\n')]);
      expect(lines.map((line) => line.length)).toEqual([(10 << 20) + 3, 4]);
      expect(copied).toBe((10 << 20) + 3);
    } finally {
      Buffer.concat = concat;
    }
  });
});
