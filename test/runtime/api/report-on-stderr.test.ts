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
