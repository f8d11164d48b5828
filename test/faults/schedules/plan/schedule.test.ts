import fc from 'fast-check';
import { expect, it } from 'vitest';
import { durationOf } from './fault.js';
import { FIXED_SCHEDULES } from './fixed-schedules.js';
import { describeSchedule, FAULT_TYPES, hasSilence, randomSchedule } from './schedule.js';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

it('makes the same schedule of the same seed', () => {
  const property = fc.property(seeds, (seed) => {
    expect(randomSchedule({ seed })).toEqual(randomSchedule({ seed }));
  });
  fc.assert(property);
});

it('makes other schedules of other seeds', () => {
  const texts = Array.from({ length: 200 }, (_, seed) => describeSchedule(randomSchedule({ seed })));
  expect(new Set(texts).size).toBe(200);
});

it('puts faults in order of time, each with a length that is no longer than ten seconds', () => {
  const property = fc.property(seeds, (seed) => {
    const { steps } = randomSchedule({ seed });
    expect(steps.length).toBeGreaterThanOrEqual(3);
    steps.slice(1).forEach((step, i) => expect(step.atMs).toBeGreaterThanOrEqual(steps[i]?.atMs ?? 0));
    for (const { fault } of steps) expect(durationOf(fault)).toBeLessThan(10_000);
  });
  fc.assert(property);
});

it('comes to every type of fault', () => {
  const met = new Set(
    Array.from({ length: 200 }, (_, seed) => randomSchedule({ seed })).flatMap(({ steps }) =>
      steps.map(({ fault }) => fault.type),
    ),
  );
  expect([...met].sort()).toEqual([...FAULT_TYPES].sort());
});

it('names only servers that there are', () => {
  const property = fc.property(seeds, (seed) => {
    const { servers, steps } = randomSchedule({ seed });
    for (const { fault } of steps) if ('server' in fault) expect(fault.server).toBeLessThan(servers);
  });
  fc.assert(property);
});

it('leaves silences out when asked to', () => {
  const property = fc.property(seeds, (seed) => {
    expect(hasSilence(randomSchedule({ seed, silences: false }))).toBe(false);
  });
  fc.assert(property);
});

it('has every type of fault in the six fixed schedules', () => {
  const met = new Set(FIXED_SCHEDULES.flatMap(({ steps }) => steps.map(({ fault }) => fault.type)));
  expect(FAULT_TYPES.filter((type) => !met.has(type))).toEqual([]);
  expect(FIXED_SCHEDULES).toHaveLength(6);
});
