import { deepStrictEqual } from 'node:assert';
import { parseFieldPath } from '../../../runtime/src/api/field-path.js';
import { projectionOf, projectionTree } from '../../../runtime/src/api/projection.js';
import { ProjectingDecoder } from '../../../runtime/src/decode/projecting-decoder.js';
import { IDENTITY, parseThenPick } from '../../runtime/decode/projection-reference.js';
import type { FuzzTarget } from '../target.js';
import { mustBeExpected } from '../target.js';
import { JSON_TOKENS, parsed } from './json-tokens.js';

const paths = ['spec.nodeName', 'spec.containers.image', 'metadata.labels', 'status.capacity.*', "status['a.b']"];
const decoder = new ProjectingDecoder<object>(projectionTree(projectionOf(paths)));
const kept = [...IDENTITY, ...paths.map((path) => parseFieldPath(path).names)];

/** What a projection makes of JSON is what parsing and picking makes; of other bytes it makes an error, or something. */
export const projectingDecoder: FuzzTarget = {
  name: 'projecting-decoder',
  tokens: [
    ...JSON_TOKENS,
    '"labels":{"a":"b"}',
    '"nodeName":',
    '"containers":[',
    '"image":',
    '"status":{',
    '"capacity":',
  ],
  check(input) {
    let made: unknown;
    try {
      made = decoder.decode(Buffer.from(input));
    } catch (error) {
      mustBeExpected(error, 'SyntaxError');
      made = 'refused';
    }
    const text = input.toString();
    // What is dropped is not looked at, so more than JSON is taken; but JSON always is, and for what it says.
    if (parsed(text) !== undefined) deepStrictEqual(made, parseThenPick(text, kept));
  },
};
