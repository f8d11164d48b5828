import { describe, expect, it } from 'vitest';
import { goal, goalOfRounds } from '../../bench/lib/goal.js';
import { readOptions, UsageError } from '../../bench/lib/options.js';
import { meanOfRatios, median, medians } from '../../bench/lib/stats.js';
import { renderBars } from '../../bench/lib/svg.js';
import { renderResult, renderTable } from '../../bench/lib/table.js';

describe('figures of several rounds', () => {
  it('take the middle one, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(median([])).toBeNaN();
  });

  it('leave out rounds that lack a figure', () => {
    expect(medians([{ a: 1, b: 7 }, { a: 3 }, { a: 2 }])).toEqual({ a: 2, b: 7 });
  });
});

describe('a goal', () => {
  const common = { section: '1', text: 'speed' };

  it('is reached at its bound, and not beyond it', () => {
    expect(goal({ ...common, of: 6, by: 1, atLeast: 6 }).reached).toBe(true);
    expect(goal({ ...common, of: 5.9, by: 1, atLeast: 6 }).reached).toBe(false);
    expect(goal({ ...common, of: 1.3, atMost: 1.3 }).reached).toBe(true);
    expect(goal({ ...common, of: 1.4, atMost: 1.3 }).reached).toBe(false);
  });

  it('stays open where a side was not measured', () => {
    expect(goal({ ...common, of: undefined, by: 2, atLeast: 1 })).toMatchObject({
      ratio: undefined,
      reached: undefined,
    });
    expect(goal({ ...common, of: 2, by: undefined, atLeast: 1 })).toMatchObject({
      ratio: undefined,
      reached: undefined,
    });
    expect(goal({ ...common, of: 2, by: 0, atLeast: 1 })).toMatchObject({ ratio: undefined, reached: undefined });
  });
});

describe('ratios of several rounds', () => {
  const common = { section: 'm', text: 'cost' };

  it('have a mean, and from two on an interval, which is narrower the more they agree', () => {
    expect(meanOfRatios([])).toEqual({ mean: undefined, interval: undefined });
    expect(meanOfRatios([1.5])).toEqual({ mean: 1.5, interval: undefined });
    // The mean of 2 and a half is 1: ratios are compared by their logarithms.
    expect(meanOfRatios([2, 0.5, 2, 0.5]).mean).toBeCloseTo(1, 9);
    // By hand: logs ±0.00995, standard error of four 0.00575, 3.18 of them.
    const { from, to } = meanOfRatios([1.01, 1 / 1.01, 1.01, 1 / 1.01]).interval ?? { from: 0, to: 0 };
    expect([from, to]).toEqual([expect.closeTo(0.9819, 4), expect.closeTo(1.0184, 4)]);
  });

  it('reach a goal, miss it, or leave it open, by their interval', () => {
    expect(goalOfRounds({ ...common, ratios: [1.0, 1.01, 1.0, 1.01], atMost: 1.03 }).reached).toBe(true);
    expect(goalOfRounds({ ...common, ratios: [1.1, 1.11, 1.1, 1.11], atMost: 1.03 }).reached).toBe(false);
    expect(goalOfRounds({ ...common, ratios: [0.9, 1.1, 0.95, 1.05], atMost: 1.03 }).reached).toBeUndefined();
    expect(goalOfRounds({ ...common, ratios: [1], atMost: 1.03 }).reached).toBeUndefined();
    expect(goalOfRounds({ ...common, ratios: undefined, atMost: 1.03 })).toMatchObject({ ratio: undefined });
  });

  it('are told with their interval and a verdict', () => {
    const goals = [
      goalOfRounds({ ...common, ratios: [1.0, 1.01, 1.0, 1.01], atMost: 1.03 }),
      goalOfRounds({ ...common, ratios: [0.9, 1.1, 0.95, 1.05], atMost: 1.03 }),
      goalOfRounds({ ...common, ratios: [1.1, 1.11, 1.1, 1.11], atMost: 1.03 }),
      goalOfRounds({ ...common, ratios: [1, 1.01] }),
      goalOfRounds({ ...common, ratios: undefined, atMost: 1.03 }),
    ];
    const lines = renderResult({ suite: 'm', settings: {}, rows: [], columns: [], goals }).split('\n').slice(-6);
    expect(lines).toEqual([
      'goal  what  ratio         95 %  wanted',
      'm     cost  1.005  0.996–1.014  at most 1.03  reached',
      'm     cost  0.997  0.862–1.153  at most 1.03  unknown: more rounds',
      'm     cost  1.105  1.096–1.114  at most 1.03  NOT REACHED',
      'm     cost  1.005  0.943–1.071',
      'm     cost      –            –  at most 1.03  not measured',
    ]);
  });
});

describe('the command line of the benchmarks', () => {
  const suites = ['informer', 'growth'];

  it('has defaults', () => {
    expect(readOptions([], suites)).toMatchObject({ suite: 'informer', server: 'load', rounds: 3, objects: undefined });
  });

  it('takes numbers with separators, and lists of clients', () => {
    const options = readOptions(['--objects', '50_000', '--only', 'ours, floor'], suites);
    expect(options).toMatchObject({ objects: 50_000, only: ['ours', 'floor'] });
  });

  it('takes lists of generators', () => {
    const options = readOptions(['--suite', 'informer', '--generators', 'ours, cdk8s'], suites);
    expect(options).toMatchObject({ generators: ['ours', 'cdk8s'] });
  });

  it.each([
    ['--suite', 'other'],
    ['--objects', 'many'],
    ['--objects', '0'],
    ['--only', 'nobody'],
    ['--server', 'moon'],
    ['--flag'],
  ])('refuses %s %s', (...args) => {
    expect(() => readOptions(args, suites)).toThrow(UsageError);
  });
});

describe('the report', () => {
  it('lines numbers up on the right and text on the left', () => {
    const rows = [
      ['', 's', 'what'],
      ['a', '1.0', 'yes, so'],
      ['long', '–', 'not'],
    ];
    expect(renderTable(rows).split('\n')).toEqual(['        s  what', 'a     1.0  yes, so', 'long    –  not']);
  });

  it('draws one bar for each row that has the figure, and escapes names', () => {
    const row = { rounds: [], errors: [] };
    const svg = renderBars({
      suite: 'x',
      settings: { objects: 5 },
      rows: [
        { ...row, id: 'ours', name: 'a<b', figures: { ms: 2 } },
        { ...row, id: 'peer', name: 'c', figures: { ms: 4 } },
        { ...row, id: 'none', name: 'd', figures: {} },
      ],
      columns: [{ title: 'ms', value: ({ ms }) => ms }],
      goals: [],
    });
    expect(svg.match(/<rect class="(ours|peer)"/g)).toEqual(['<rect class="ours"', '<rect class="peer"']);
    expect(svg).toContain('a&lt;b');
    expect(svg).toContain('less is better');
  });
});
