import { expect, it } from 'vitest';
import { RelistLog } from './relist-log.js';

it('notes from which version to which an informer listed', () => {
  const log = new RelistLog();
  log.note({ phase: 'idle', relists: { initial: 1 }, resourceVersion: '' });
  log.note({ phase: 'listing', relists: { initial: 1 }, resourceVersion: '' });
  log.note({ phase: 'watching', relists: { initial: 1 }, resourceVersion: '5' });
  log.note({ phase: 'backing-off', relists: { initial: 1 }, resourceVersion: '8' });
  log.note({ phase: 'backing-off', relists: { initial: 1, expired: 1 }, resourceVersion: '8' });
  log.note({ phase: 'watching', relists: { initial: 1, expired: 1 }, resourceVersion: '12' });
  expect(log.windows()['']?.map(({ from, to }) => [from, to])).toEqual([
    ['', '5'],
    ['8', '12'],
  ]);
});

it('lets a list that failed several times begin where the first did', () => {
  const log = new RelistLog();
  log.note({ phase: 'listing', relists: { initial: 1 }, resourceVersion: '3' });
  log.note({ phase: 'listing', relists: { initial: 1, 'list failed': 4 }, resourceVersion: '4' });
  expect(log.windows()['']).toHaveLength(1);
  expect(log.windows()['']?.[0]).toMatchObject({ from: '3' });
  expect(log.windows()['']?.[0]?.to).toBeUndefined();
});

it('notes each namespace by itself', () => {
  const log = new RelistLog();
  const a = { phase: 'watching', relists: { initial: 1 }, resourceVersion: '5' } as const;
  const b = { phase: 'listing', relists: { initial: 1 }, resourceVersion: '' } as const;
  log.note({ phase: 'listing', relists: { initial: 2 }, resourceVersion: '', namespaces: { a, b } });
  expect(log.windows()).toMatchObject({ a: [{ to: '5' }], b: [{ from: '' }] });
});

it('ends a list that was counted while the phase was still that of the watch where the next watch begins', () => {
  const log = new RelistLog();
  log.note({ phase: 'listing', relists: { initial: 1 }, resourceVersion: '' });
  log.note({ phase: 'watching', relists: { initial: 1 }, resourceVersion: '5' });
  log.note({ phase: 'watching', relists: { initial: 1, expired: 1 }, resourceVersion: '8' });
  log.note({ phase: 'listing', relists: { initial: 1, expired: 1 }, resourceVersion: '8' });
  log.note({ phase: 'watching', relists: { initial: 1, expired: 1 }, resourceVersion: '12' });
  expect(log.windows()['']?.at(-1)).toMatchObject({ from: '8', to: '12' });
});
