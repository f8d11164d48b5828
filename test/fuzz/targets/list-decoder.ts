import { deepStrictEqual, ok } from 'node:assert';
import { jsonDecoder } from '../../../runtime/src/decode/decoder.js';
import { ListDecoder } from '../../../runtime/src/decode/list-decoder.js';
import type { ListResult } from '../../../runtime/src/source/lister-watcher.js';
import type { FuzzTarget } from '../target.js';
import { chunksOf, mustBeExpected } from '../target.js';
import { JSON_TOKENS, namesTwice, parsed } from './json-tokens.js';

const REFUSALS = ['MalformedListError', 'TruncatedStreamError', 'UnexpectedListKindError', 'TooLargeError'];

function decode(chunks: readonly Buffer[]): ListResult<object> | undefined {
  const decoder = new ListDecoder<object>({ decoder: jsonDecoder<object>() });
  try {
    for (const chunk of chunks) decoder.push(chunk);
    return decoder.end();
  } catch (error) {
    mustBeExpected(error, ...REFUSALS);
    return undefined;
  }
}

/** A list is what a parser reads, or it is refused with an error of ours; chunks make no difference. */
export const listDecoder: FuzzTarget = {
  name: 'list-decoder',
  tokens: JSON_TOKENS,
  check(input, random) {
    const list = decode(chunksOf(input, random));
    deepStrictEqual(decode([input]), list);
    const text = input.toString();
    const json = parsed(text);
    // What is no JSON may pass where nobody looks at it, but never with items that a parser would not read.
    if (!json) return;
    if (list && !namesTwice(text)) deepStrictEqual(list.items, (json.value as { items?: unknown }).items ?? []);
    if (isList(json.value) && !namesTwice(text)) ok(list, 'a good list was refused');
  },
};

function isList(value: unknown): boolean {
  const { items, metadata, kind } = (value ?? {}) as { items?: unknown; metadata?: unknown; kind?: unknown };
  const { resourceVersion } = (metadata ?? {}) as { resourceVersion?: unknown };
  const isObject = (each: unknown): boolean => typeof each === 'object' && each !== null && !Array.isArray(each);
  return kind === 'PodList' && typeof resourceVersion === 'string' && Array.isArray(items) && items.every(isObject);
}
