import { describe, expect, it } from 'vitest';
import { plotSoak } from '../../../bench/faults/soak/plot.js';
import type { Sample } from '../../../bench/faults/soak/sample.js';
import { slopeOf } from '../../../bench/faults/soak/growth.js';
import { judge } from '../../../bench/faults/soak/verdict.js';

const limits = { heapMegabytesPerHour: 20, sockets: 8, timers: 40, loopHeldMs: 50, backlog: 100 };

function sampleAt(second: number, more: Partial<Sample> = {}): Sample {
  return {
    atMs: second * 1000,
    heapBytes: 60e6,
    ...(second % 5 === 0 && { collectedHeapBytes: 50e6 }),
    rssBytes: 100e6,
    sockets: 2,
    timers: 3,
    loopHeldMs: 10,
    backlog: { sync: 0, slow: 1, throwing: 0, stuck: 50 },
    backlogBytes: 1e6,
    events: second,
    ...more,
  };
}

const quiet = Array.from({ length: 100 }, (_, second) => sampleAt(second));

function bad(samples: readonly Sample[]): string[] {
  return judge(samples, limits).flatMap(({ text, verdict }) => (verdict === 'good' ? [] : [`${verdict}: ${text}`]));
}

describe('the verdict on a soak', () => {
  it('is good where nothing grows', () => expect(bad(quiet)).toEqual([]));

  it('finds a heap that grows behind the warm-up', () => {
    const growing = quiet.map((sample, second) =>
      sample.collectedHeapBytes === undefined ? sample : sampleAt(second, { collectedHeapBytes: 50e6 + second * 1e6 }),
    );
    expect(bad(growing)).toEqual([expect.stringMatching(/heap grows by 3600\.0 MB an hour/)]);
  });

  it('does not count what waits for handlers, which is judged by itself', () => {
    const filling = quiet.map((sample, second) => {
      const backlogBytes = 30e6 * (1 - Math.exp(-second / 30));
      return { ...sample, backlogBytes, ...(second % 5 === 0 && { collectedHeapBytes: 50e6 + 1.2 * backlogBytes }) };
    });
    expect(bad(filling)).toEqual([]);
    const leaking = filling.map((sample, second) =>
      sample.collectedHeapBytes === undefined
        ? sample
        : { ...sample, collectedHeapBytes: sample.collectedHeapBytes + second * 1e5 },
    );
    expect(bad(leaking)).toEqual([expect.stringMatching(/heap grows by 360\.0 MB an hour/)]);
  });

  it('forgives what happens while warming up', () => {
    const rough = quiet.map((sample, second) => (second < 15 ? { ...sample, sockets: 90, loopHeldMs: 900 } : sample));
    expect(bad(rough)).toEqual([]);
  });

  it('finds too many sockets, timers, delays and waiting events', () => {
    const worse = quiet.map((sample) => ({
      ...sample,
      sockets: 9,
      timers: 41,
      loopHeldMs: 51,
      backlog: { ...sample.backlog, stuck: 101 },
    }));
    expect(bad(worse)).toHaveLength(4);
  });

  it('says neither good nor bad of a heap that goes up and down more than it may grow, until it was watched for long enough', () => {
    // Up and down by 2 MB in waves of 40 s, and no growth.
    const waves = (seconds: number): Sample[] =>
      Array.from({ length: seconds }, (_, second) =>
        sampleAt(second, second % 5 === 0 ? { collectedHeapBytes: 50e6 + 2e6 * Math.sin(second / 6.4) } : {}),
      );
    expect(bad(waves(300))).toEqual([expect.stringMatching(/^unknown: heap .*: run \d+ minutes to tell$/)]);
    expect(bad(waves(3600))).toEqual([]);
  });

  it('does not take the filling of a backlog for a leak, nor for none: it looks when that is full', () => {
    // 1.5 bytes of heap for each that is estimated, and 500 for each entry that is not.
    const soaked = (seconds: number, leakBytes: number): Sample[] =>
      Array.from({ length: seconds }, (_, second) => {
        const stuck = Math.round(60_000 * (1 - Math.exp(-second / 200)));
        const heap = 50e6 + stuck * 1700 + second * leakBytes + 3e5 * Math.sin(second / 6.4);
        const backlog = { sync: 0, slow: 1, throwing: 0, stuck };
        return sampleAt(second, {
          backlog,
          backlogBytes: stuck * 800,
          ...(second % 5 === 0 && { collectedHeapBytes: heap }),
        });
      });
    const judged = (samples: readonly Sample[]): string[] =>
      judge(samples, { ...limits, backlog: 71_000 }).flatMap(({ text, verdict }) =>
        verdict === 'good' ? [] : [`${verdict}: ${text}`],
      );
    expect(judged(soaked(300, 0))).toEqual([expect.stringMatching(/^unknown: .*: run 30 minutes to tell/)]);
    expect(judged(soaked(3600, 0))).toEqual([]);
    expect(judged(soaked(3600, 8000))).toEqual([expect.stringMatching(/^bad: heap grows by (2|3)\d\.\d MB an hour/)]);
  });

  it('finds a slow leak under such waves in an hour', () => {
    const leaking = Array.from({ length: 3600 }, (_, second) =>
      sampleAt(
        second,
        second % 5 === 0 ? { collectedHeapBytes: 50e6 + 2e6 * Math.sin(second / 6.4) + second * 8000 } : {},
      ),
    );
    expect(bad(leaking)).toEqual([expect.stringMatching(/^bad: heap grows by 2\d\.\d MB an hour/)]);
  });
});

it('finds the slope of a line, and none of a point', () => {
  expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x })))).toBeCloseTo(2);
  expect(slopeOf([{ x: 1, y: 1 }])).toBe(0);
});

it('draws a line for each figure', () => {
  const svg = plotSoak(quiet, 'a <soak>');
  expect(svg).toContain('a &lt;soak>');
  expect(svg.match(/<polyline/g)).toHaveLength(10);
  expect(svg).not.toContain('NaN');
});
