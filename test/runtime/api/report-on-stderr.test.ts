import { InformerError } from '@informer-gen/runtime';
import type { ErrorContext } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import { beforeEach, expect, it } from 'vitest';
import { LineReporter } from '../../../runtime/src/api/report-on-stderr.js';

let clock: FakeClock;
let lines: string[] = [];
let report: LineReporter['report'];
const context: ErrorContext = { stage: 'watch', resource: 'pods' };

beforeEach(() => {
  clock = new FakeClock();
  lines = [];
  report = new LineReporter((line) => void lines.push(line), clock).report;
});

/** One whose stack says nothing. */
function failure(message: string): Error {
  return Object.assign(new Error(message), { stack: '' });
}

it('writes the first error of a cause at once, and one line a second with a count of the others', () => {
  for (let at = 0; at < 5000; at += 1) {
    report(new InformerError('Transform', `failed for n/${at}`), { ...context, key: `n/${at}` });
    clock.advance(1);
  }
  expect(lines).toHaveLength(6);
  expect(lines[0]).toBe(
    'informer: watch: pods n/0: failed for n/0; see https://github.com/informer-gen/informer-gen/blob/main/docs/errors.md#transform\n',
  );
  expect(lines[1]).toBe('informer: watch: pods n/999: failed for n/999 (999 times)\n');
  clock.advance(10_000);
  expect(lines).toHaveLength(6);
  expect(clock.pendingTimers).toBe(0);
});

it('writes every other cause at once', () => {
  report(failure('a'), context);
  report(failure('b'), context);
  report(failure('a'), { ...context, resource: 'nodes' });
  report(failure('a'), { ...context, stage: 'list' });
  report(failure('a'), { ...context, handler: 'mine' });
  expect(lines).toHaveLength(5);
});

it('tells of a single repetition without a count, and remembers no more than a thousand causes', () => {
  report(failure('a'), context);
  report(failure('a'), context);
  clock.advance(1000);
  expect(lines).toEqual(['informer: watch: pods: a\n', 'informer: watch: pods: a\n']);
  for (let at = 0; at < 3000; at += 1) report(failure(String(at)), context);
  expect(clock.pendingTimers).toBeLessThanOrEqual(1000);
});

it('takes errors of one line of a program for one cause, although each names another object', () => {
  for (let at = 0; at < 5000; at += 1) {
    report(new Error(`failed for n/${at}`), context);
    clock.advance(1);
  }
  expect(lines).toHaveLength(6);
  expect(lines[1]).toMatch(/: failed for n\/999 \(at .*\) \(999 times\)\n$/);
});

it('writes no more than a thousand lines in a second, of however many causes', () => {
  for (let at = 0; at < 5000; at += 1) report(failure(String(at)), context);
  expect(lines).toHaveLength(1000);
  expect(clock.pendingTimers).toBe(1000);
  clock.advance(10_000);
  expect(lines.at(-1)).toBe('informer: watch: pods: 4999 (4000 times)\n');
  expect(clock.pendingTimers).toBe(0);
});

it.each([
  ['an escape sequence', '\u001b[2J\u001b]0;owned\u0007'],
  ['one of a single character', '\u009b2J'],
  ['other ends of lines', 'a\r\n\u0085\u2028\u2029b'],
  ['another direction of text', '\u202egnp.exe\u2069'],
])('brings %s to no terminal, whoever said it', (_what, text) => {
  report(failure(text), { ...context, key: `n/${text}`, handler: text, resource: text });
  report(new InformerError('Transform', text), { ...context, key: `n/${text}` });
  for (const line of lines) expect(line).toMatch(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*\n$/u);
});

it('tells of an error that cannot be read', () => {
  const unreadable = {
    get: (): never => {
      throw new Error('no');
    },
  };
  report(Object.defineProperty(new Error('told'), 'stack', unreadable), context);
  expect(lines).toEqual(['informer: watch: pods: told\n']);
});
