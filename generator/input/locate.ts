import type { JsonPath } from './json.js';
import { readDocument } from './yaml/read-document.js';
import { readDocuments } from './yaml/read-documents.js';
import { lineAt } from './yaml/split-documents.js';
import { YamlError } from './yaml/yaml-error.js';

/**
 * The line (from 1) of the value at a path of a document (from 1), or of its nearest ancestor that the text has; undefined
 * where the document cannot be parsed. Parses again, which costs nothing as long as nothing is wrong.
 */
export function lineOf(text: string, document: number, path: JsonPath): number | undefined {
  const source = readDocuments(text)[document - 1]?.source;
  if (source === undefined) return undefined;
  const offset = offsetOf(source.text, path);
  return offset === undefined ? undefined : lineAt(unixLines(text), source.start + offset);
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Where the parts of each collection begin, by key or index. */
type Parts = Map<string, number>;

function offsetOf(text: string, path: JsonPath): number | undefined {
  const parts = new Map<object, Parts>();
  const partsOf = (collection: object): Parts => {
    const known = parts.get(collection) ?? new Map<string, number>();
    parts.set(collection, known);
    return known;
  };
  let value: unknown;
  try {
    value = readDocument(text, {
      positions: {
        key: (mapping, key, offset) => void partsOf(mapping).set(key, offset),
        item: (list, offset) => void partsOf(list).set(String(partsOf(list).size), offset),
      },
    });
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
  let found = 0;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) break;
    const offset = parts.get(value)?.get(String(segment));
    if (offset === undefined) break;
    found = offset;
    value = Reflect.get(value, segment);
  }
  return found;
}
