import { deepStrictEqual, strictEqual } from 'node:assert';
import { parseFieldSelector } from '../../../runtime/src/selectors/field-selector.js';
import { parseLabelSelector } from '../../../runtime/src/selectors/label-selector-parser.js';
import type { FuzzTarget } from '../target.js';
import { mustBeExpected } from '../target.js';

const labels = [{}, { a: 'b' }, { a: '5', app: 'web' }, { 'example.com/x': '' }, { tier: 'db', env: 'prod' }];
const objects = [{}, { metadata: { name: 'a' } }, { spec: { nodeName: 'b', a: 5 }, metadata: { name: '' } }];

/** Reads a selector, or nothing where its text is refused as it should be. */
function read<S>(parse: (text: string) => S, text: string, refusal: string): S | undefined {
  try {
    return parse(text);
  } catch (error) {
    mustBeExpected(error, refusal);
    return undefined;
  }
}

/** A selector that was read writes a text that reads as the same selector. */
export const labelSelector: FuzzTarget = {
  name: 'label-selector',
  tokens: [
    ' in (a,b)',
    ' notin (',
    ')',
    ',',
    '!',
    '!=',
    '==',
    '=',
    '>',
    '<',
    '/',
    'example.com/',
    '.',
    '-',
    ' ',
    '\n',
    'in',
    'é',
  ],
  check(input) {
    const selector = read(parseLabelSelector, input.toString(), 'LabelSelectorError');
    if (!selector) return;
    const again = parseLabelSelector(selector.toString());
    strictEqual(again.toString(), selector.toString());
    deepStrictEqual(
      labels.map((each) => again.matches(each)),
      labels.map((each) => selector.matches(each)),
    );
  },
};

/** The same for selectors of fields. */
export const fieldSelector: FuzzTarget = {
  name: 'field-selector',
  tokens: ['metadata.name', 'spec.nodeName', '=', '==', '!=', ',', '\\', '\\,', '\\=', '\\\\', ' ', '.', '[0]', 'é'],
  check(input) {
    const selector = read(parseFieldSelector, input.toString(), 'FieldSelectorError');
    if (!selector) return;
    const again = parseFieldSelector(selector.toString());
    strictEqual(again.toString(), selector.toString());
    deepStrictEqual(again.requirements, selector.requirements);
    deepStrictEqual(
      objects.map((each) => again.matches(each)),
      objects.map((each) => selector.matches(each)),
    );
  },
};
