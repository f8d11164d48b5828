import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable } from '../../../runtime/src/api/printable.js';

it('leaves a text alone that a terminal shows as it is, whatever its language', () => {
  for (const text of ['', 'plain', 'Grüße, 世界 👋🏽', 'a\u00a0b', '\u2027\u202f\u2065\u206a', '\ud800'])
    expect(printable(text)).toBe(text);
});

it('makes one space of what a terminal would obey', () => {
  expect(printable('one\r\n   two\u001b[31m\u009bthree\u2028\u202efour\u2066')).toBe('one two [31m three four ');
});

it('finds every such character, wherever it stands', () => {
  const obeyed = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;
  for (let code = 0; code <= 0xffff; code += 1) {
    const text = `a${String.fromCharCode(code)}b`;
    if ((printable(text) !== text) !== obeyed.test(text)) expect.fail(`U+${code.toString(16)} is taken for another`);
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !obeyed.test(printable(text))));
});
