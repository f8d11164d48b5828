import { describe, expect, it } from 'vitest';
import type { HandlerEvent } from '../support/handler-event.js';
import { checkAgainstLog, type Written } from './check-history.js';

const write = (resourceVersion: string, selected = true, uid = 'u1'): Written => ({
  did: 'write',
  key: 'ns/a',
  uid,
  resourceVersion,
  selected,
});
const erase: Written = { did: 'delete', key: 'ns/a', uid: 'u1' };
const add = (resourceVersion: string, uid = 'u1'): HandlerEvent => ({ type: 'add', key: 'ns/a', resourceVersion, uid });
const update = (oldResourceVersion: string, resourceVersion: string, uid = 'u1'): HandlerEvent => ({
  type: 'update',
  key: 'ns/a',
  resourceVersion,
  uid,
  oldResourceVersion,
  oldUid: 'u1',
});
const remove = (resourceVersion: string, finalStateUnknown = false): HandlerEvent => ({
  type: 'delete',
  key: 'ns/a',
  resourceVersion,
  uid: 'u1',
  ...(finalStateUnknown && { finalStateUnknown }),
});

describe('the history checker', () => {
  it.each<[string, Written[], HandlerEvent[]]>([
    ['every state', [write('1'), write('2'), erase], [add('1'), update('1', '2'), remove('3')]],
    ['skipped states', [write('1'), write('2'), write('30'), write('4')], [add('2'), update('2', '4')]],
    ['the same state again', [write('1')], [add('1'), update('1', '1')]],
    ['a missed delete', [write('1'), erase], [add('1'), remove('1', true)]],
    ['an object that never was selected', [write('1', false)], []],
    ['an object that leaves the selection', [write('1'), write('2', false)], [add('1'), remove('2')]],
    [
      'another object under the same name',
      [write('1'), erase, write('5', true, 'u2')],
      [add('1'), update('1', '5', 'u2')],
    ],
  ])('accepts %s', (_name, log, events) => {
    expect(checkAgainstLog(log, events)).toEqual([]);
  });

  it.each<[string, Written[], HandlerEvent[], RegExp]>([
    ['an object added twice', [write('1')], [add('1'), add('1')], /was added before/],
    ['an update out of nothing', [write('1')], [update('1', '1')], /was not there/],
    ['a delete out of nothing', [write('1'), erase], [remove('2')], /was not there/],
    ['a state that nobody wrote', [write('1')], [add('7')], /never had/],
    ['a state of another object', [write('1')], [add('1', 'u9')], /never had/],
    ['states out of order', [write('1'), write('2')], [add('2'), update('2', '1')], /is older than/],
    ['a wrong old state', [write('1'), write('2')], [add('1'), update('2', '2')], /goes on from version 2/],
    ['a state outside the selection', [write('1', false)], [add('1')], /not for this handler/],
    ['a delete that nobody made', [write('1')], [add('1'), remove('2')], /nobody deleted/],
    ['a missing last state', [write('1'), write('2')], [add('1')], /the source has ns\/a@2/],
    ['a missing object', [write('1')], [], /was not told of/],
    ['a missing delete', [write('1'), erase], [add('1')], /is gone, and no delete was told/],
  ])('finds %s', (_name, log, events, fault) => {
    expect(checkAgainstLog(log, events).join('\n')).toMatch(fault);
  });
});
