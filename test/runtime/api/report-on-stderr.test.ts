import { InformerError } from '@informer-gen/runtime';
import type { ErrorContext } from '@informer-gen/runtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LineReporter } from '../../../runtime/src/api/report-on-stderr.js';

let lines: string[] = [];
let report: LineReporter['report'];
const context: ErrorContext = { stage: 'watch', resource: 'pods' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  lines = [];
  report = new LineReporter((line) => void lines.push(line)).report;
});

afterEach(() => {
  vi.useRealTimers();
});

it('writes the first error of a cause at once, and one line a second with a count of the others', () => {
  for (let at = 0; at < 5000; at += 1) {
    report(new InformerError('Transform', `failed for n/${at}`), { ...context, key: `n/${at}` });
    vi.advanceTimersByTime(1);
  }
  expect(lines).toHaveLength(6);
  expect(lines[0]).toBe('informer: watch: pods n/0: failed for n/0\n');
  expect(lines[1]).toBe('informer: watch: pods n/999: failed for n/999 (999 times)\n');
  vi.advanceTimersByTime(10_000);
  expect(lines).toHaveLength(6);
  expect(vi.getTimerCount()).toBe(0);
});

it('writes every other cause at once', () => {
  report(new Error('a'), context);
  report(new Error('b'), context);
  report(new Error('a'), { ...context, resource: 'nodes' });
  report(new Error('a'), { ...context, stage: 'list' });
  report(new Error('a'), { ...context, handler: 'mine' });
  expect(lines).toHaveLength(5);
});

it('tells of a single repetition without a count, and remembers no more than a thousand causes', () => {
  report(new Error('a'), context);
  report(new Error('a'), context);
  vi.advanceTimersByTime(1000);
  expect(lines).toEqual(['informer: watch: pods: a\n', 'informer: watch: pods: a\n']);
  for (let at = 0; at < 3000; at += 1) report(new Error(String(at)), context);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1000);
});
