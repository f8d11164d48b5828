import { expect, it } from 'vitest';
import { figuresOf, renderHealTable } from '../../../bench/faults/heal-table.js';
import type { FaultRuns } from '../../../bench/faults/heal-table.js';

const cut: FaultRuns['fault'] = { name: 'cut', via: 'proxy', fault: { type: 'cut' } };
const runs: FaultRuns = {
  fault: cut,
  healings: [
    { contender: 'client-go', healMs: 100, coalesced: 0, survived: true },
    { contender: 'client-go', healMs: 300, coalesced: 0.5, survived: true },
    { contender: 'ours h2', healMs: 400, coalesced: 0, survived: true },
    { contender: 'ours h2', healMs: undefined, coalesced: 1, survived: false },
  ],
};

it('takes the median and the largest of the times, and the mean of what was not told', () => {
  expect(figuresOf(runs, 'client-go')).toEqual({ runs: 2, medianMs: 200, maxMs: 300, coalesced: 0.25, survived: 2 });
});

it('counts one that never healed as endless and not as a survivor', () => {
  expect(figuresOf(runs, 'ours h2')).toMatchObject({ medianMs: Infinity, maxMs: Infinity, survived: 1 });
});

it('compares medians with those of client-go', () => {
  const healed: FaultRuns = { fault: cut, healings: runs.healings.slice(0, 3) };
  const lines = renderHealTable([healed], ['client-go', 'ours h2']).split('\n');
  expect(lines[1]).toMatch(/^cut\s+client-go\s+200\s+300\s+25\s+2\/2\s+1\.00$/);
  expect(lines[2]).toMatch(/ours h2\s+400\s+400\s+0\s+1\/1\s+2\.00$/);
});
