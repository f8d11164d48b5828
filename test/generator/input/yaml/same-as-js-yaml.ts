import { inspect, isDeepStrictEqual } from 'node:util';
import { loadAll } from 'js-yaml';
import { readBlockYaml } from '../../../../generator/input/yaml/block-yaml.js';

/** What the reader made of a text. */
export type Outcome = 'read' | 'handed on';

/** Reads a text, and throws if the result is not that of js-yaml: same types, same order of keys, same documents. */
export function readLikeJsYaml(text: string): Outcome {
  const documents = readBlockYaml(text);
  if (documents === undefined) return 'handed on';
  let expected: unknown;
  try {
    expected = loadAll(text, { maxDepth: 1000 });
  } catch (error) {
    throw new Error(`js-yaml refuses what was read\n${JSON.stringify(text)}\n${show(documents)}`, { cause: error });
  }
  if (!isDeepStrictEqual(documents, expected) || JSON.stringify(documents) !== JSON.stringify(expected)) {
    throw new Error(`js-yaml reads otherwise\n${JSON.stringify(text)}\n${show(documents)}\n${show(expected)}`);
  }
  return 'read';
}

function show(value: unknown): string {
  return inspect(value, { depth: null, compact: true, breakLength: Infinity });
}
