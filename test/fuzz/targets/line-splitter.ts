import { deepStrictEqual } from 'node:assert';
import { LineSplitter } from '../../../runtime/src/decode/line-splitter.js';
import type { FuzzTarget } from '../target.js';
import { chunksOf } from '../target.js';

/** However bytes are cut into chunks, the lines are those between newlines. */
export const lineSplitter: FuzzTarget = {
  name: 'line-splitter',
  tokens: ['\n', '\n\n', '\r\n', '{"type":"ADDED"}', '\u2028', '\u0000'],
  check(input, random) {
    const splitter = new LineSplitter();
    const lines: string[] = [];
    for (const chunk of chunksOf(input, random)) {
      splitter.push(chunk, (bytes, start, end) => lines.push(bytes.toString('latin1', start, end)));
    }
    const expected = input.toString('latin1').split('\n');
    const rest = expected.pop() ?? '';
    deepStrictEqual(lines, expected);
    deepStrictEqual(splitter.pendingBytes, rest.length);
  },
};
