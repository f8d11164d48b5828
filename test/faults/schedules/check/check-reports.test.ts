import { describe, expect, it } from 'vitest';
import type { CachedObject, HandlerReport, InformerReport, RelistWindow, SeenEvent } from '../read/report.js';
import { contentOf, hashOf } from '../write/content.js';
import type { WriteEntry } from '../write/write-log.js';
import { checkReports } from './check-reports.js';
import { trueObject } from './truth.js';
import type { TrueObject } from './truth.js';

const KEY = 'ns/a';

function wrote(serial: number, resourceVersion: string, more: Partial<WriteEntry> = {}): WriteEntry {
  const verb = serial === 1 ? 'create' : 'patch';
  return {
    resource: 'configmaps',
    key: KEY,
    verb,
    serial,
    outcome: 'acknowledged',
    uid: 'u1',
    resourceVersion,
    ...more,
  };
}

const erased: WriteEntry = {
  resource: 'configmaps',
  key: KEY,
  verb: 'delete',
  serial: 9,
  outcome: 'acknowledged',
  uid: 'u1',
};

function content(serial: number): Pick<SeenEvent, 'serial' | 'textHash'> {
  return { serial: String(serial), textHash: hashOf(contentOf(serial).text) };
}

function added(serial: number, resourceVersion: string, uid = 'u1'): SeenEvent {
  return { type: 'add', key: KEY, uid, resourceVersion, ...content(serial) };
}

function updated(serial: number, oldResourceVersion: string, resourceVersion: string, uid = 'u1'): SeenEvent {
  return { type: 'update', key: KEY, uid, oldUid: 'u1', oldResourceVersion, resourceVersion, ...content(serial) };
}

function deleted(serial: number, resourceVersion: string, finalStateUnknown = false): SeenEvent {
  return { type: 'delete', key: KEY, uid: 'u1', resourceVersion, finalStateUnknown, ...content(serial) };
}

function objectAt(resourceVersion: string, serial: number, uid = 'u1'): TrueObject {
  return trueObject({ metadata: { namespace: 'ns', name: 'a', uid, resourceVersion }, ...contentOf(serial) });
}

interface Case {
  readonly log: readonly WriteEntry[];
  readonly events: readonly SeenEvent[];
  /** What is on the server in the end, and in the cache unless that is given. */
  readonly final?: TrueObject;
  readonly store?: readonly CachedObject[];
  readonly windows?: readonly RelistWindow[];
  readonly handler?: Partial<HandlerReport>;
  readonly crdDeletions?: number;
}

const initial: RelistWindow = { reasons: 'initial', from: '', to: '5' };

function problemsOf({ log, events, final, store, windows = [], handler, crdDeletions = 0 }: Case): string[] {
  const cached = final === undefined ? [] : [{ ...final, hash: final.hashes.stripped }];
  const report: InformerReport = {
    mode: 'test',
    resource: 'configmaps',
    keepsManagedFields: false,
    relists: { '': [initial, ...windows] },
    handlers: [{ sort: 'sync', since: {}, live: true, events, ...handler }],
    store: store ?? cached,
    errors: {},
  };
  const truth = { configmaps: final === undefined ? [] : [final], widgets: [] };
  return checkReports([report], { log: { entries: log, crdDeletions }, truth });
}

describe('the checker accepts', () => {
  it.each<[string, Case]>([
    [
      'every state told',
      { log: [wrote(1, '6'), wrote(2, '7')], events: [added(1, '6'), updated(2, '6', '7')], final: objectAt('7', 2) },
    ],
    [
      'a write of unknown outcome that happened',
      {
        log: [wrote(1, '6'), wrote(2, '', { outcome: 'unknown' })],
        events: [added(1, '6'), updated(2, '6', '7')],
        final: objectAt('7', 2),
      },
    ],
    [
      'a write of unknown outcome that did not happen',
      { log: [wrote(1, '6'), wrote(2, '', { outcome: 'unknown' })], events: [added(1, '6')], final: objectAt('6', 1) },
    ],
    [
      'states skipped by a relist',
      {
        log: [wrote(1, '6'), wrote(2, '7'), wrote(3, '8')],
        events: [added(1, '6'), updated(3, '6', '8')],
        final: objectAt('8', 3),
        windows: [{ reasons: 'expired', from: '6', to: '8' }],
      },
    ],
    [
      'states from before the first list',
      { log: [wrote(1, '3'), wrote(2, '4')], events: [added(2, '4')], final: objectAt('4', 2) },
    ],
    ['a delete that was made', { log: [wrote(1, '6'), erased], events: [added(1, '6'), deleted(1, '8')] }],
    [
      'a late handler that begins with the last state',
      {
        log: [wrote(1, '6'), wrote(2, '7')],
        events: [added(2, '7')],
        final: objectAt('7', 2),
        handler: { sort: 'late', since: { '': '7' } },
      },
    ],
    [
      'a removed handler that does not know the end',
      {
        log: [wrote(1, '6'), wrote(2, '7')],
        events: [added(1, '6')],
        final: objectAt('7', 2),
        handler: { sort: 'removed', live: false },
      },
    ],
  ])('%s', (_name, run) => expect(problemsOf(run)).toEqual([]));
});

describe('the checker finds', () => {
  it.each<[string, RegExp, Case]>([
    [
      'a state skipped without a relist',
      /gap: ns\/a@7 \(write 2\)/,
      {
        log: [wrote(1, '6'), wrote(2, '7'), wrote(3, '8')],
        events: [added(1, '6'), updated(3, '6', '8')],
        final: objectAt('8', 3),
      },
    ],
    [
      'a state skipped outside the versions of a relist',
      /gap: ns\/a@7/,
      {
        log: [wrote(1, '6'), wrote(2, '7'), wrote(3, '8')],
        events: [added(1, '6'), updated(3, '6', '8')],
        final: objectAt('8', 3),
        windows: [{ reasons: 'expired', from: '8', to: '9' }],
      },
    ],
    [
      'a gap in what a removed handler saw',
      /gap: ns\/a@7/,
      {
        log: [wrote(1, '6'), wrote(2, '7'), wrote(3, '8')],
        events: [added(1, '6'), updated(3, '6', '8')],
        final: objectAt('8', 3),
        handler: { live: false },
      },
    ],
    [
      'a gap behind the start of a late handler',
      /gap: ns\/a@8/,
      {
        log: [wrote(1, '6'), wrote(2, '8'), wrote(3, '9')],
        events: [added(1, '6'), updated(3, '6', '9')],
        final: objectAt('9', 3),
        handler: { since: { '': '6' } },
      },
    ],
    [
      'content that nobody wrote',
      /number "77", which nobody wrote/,
      { log: [wrote(1, '6')], events: [{ ...added(1, '6'), serial: '77' }], final: objectAt('6', 1) },
    ],
    [
      'half of a content',
      /another text than write 1/,
      { log: [wrote(1, '6')], events: [{ ...added(1, '6'), textHash: 'x' }], final: objectAt('6', 1) },
    ],
    [
      'content of another object',
      /content of ns\/b/,
      { log: [wrote(1, '6', { key: 'ns/b' })], events: [added(1, '6')], final: objectAt('6', 1) },
    ],
    [
      'a refused write',
      /was refused by the server/,
      {
        log: [wrote(1, '6'), wrote(2, '', { outcome: 'refused' })],
        events: [added(1, '6'), updated(2, '6', '7')],
        final: objectAt('7', 2),
      },
    ],
    [
      'another version than was acknowledged',
      /should have version 6/,
      { log: [wrote(1, '6')], events: [added(1, '7')], final: objectAt('7', 1) },
    ],
    [
      'versions that go back',
      /is older than version 7/,
      { log: [wrote(1, '6'), wrote(2, '7')], events: [added(2, '7'), updated(1, '7', '6')], final: objectAt('6', 1) },
    ],
    [
      'a delete that nobody made',
      /was deleted by nobody/,
      { log: [wrote(1, '6')], events: [added(1, '6'), deleted(1, '8')] },
    ],
    [
      'a missed delete without a relist',
      /missed without a relist/,
      { log: [wrote(1, '6'), erased], events: [added(1, '6'), deleted(1, '6', true)] },
    ],
    [
      'a name taken over without a relist',
      /took the name of another/,
      {
        log: [wrote(1, '6'), erased, wrote(2, '9', { uid: 'u2', verb: 'create' })],
        events: [added(1, '6'), updated(2, '6', '9', 'u2')],
        final: objectAt('9', 2, 'u2'),
      },
    ],
    [
      'a last state that was not told',
      /end: told ns\/a@6/,
      { log: [wrote(1, '6'), wrote(2, '', { outcome: 'unknown' })], events: [added(1, '6')], final: objectAt('7', 2) },
    ],
    [
      'a cache without an object',
      /cache: ns\/a@6 is missing/,
      { log: [wrote(1, '6')], events: [added(1, '6')], final: objectAt('6', 1), store: [] },
    ],
    [
      'a cache with an old state',
      /cache: has ns\/a@5/,
      {
        log: [wrote(1, '6')],
        events: [added(1, '6')],
        final: objectAt('6', 1),
        store: [{ key: KEY, uid: 'u1', resourceVersion: '5', hash: '' }],
      },
    ],
    [
      'a cache with other content',
      /has other content/,
      {
        log: [wrote(1, '6')],
        events: [added(1, '6')],
        final: objectAt('6', 1),
        store: [{ key: KEY, uid: 'u1', resourceVersion: '6', hash: 'x' }],
      },
    ],
    [
      'a cache with an object that is gone',
      /cache: ns\/a is not on the server/,
      {
        log: [wrote(1, '6'), erased],
        events: [added(1, '6'), deleted(1, '8')],
        store: [{ key: KEY, uid: 'u1', resourceVersion: '6', hash: '' }],
      },
    ],
  ])('%s', (_name, problem, run) => expect(problemsOf(run).join('\n')).toMatch(problem));
});

it('holds all handlers to one version of a write of unknown outcome', () => {
  const log = [wrote(1, '', { outcome: 'unknown' })];
  const handlers = ['6', '7'].map((version): HandlerReport => ({
    sort: 'sync',
    since: {},
    live: true,
    events: [added(1, version)],
  }));
  const final = objectAt('6', 1);
  const report: InformerReport = {
    mode: 'test',
    resource: 'configmaps',
    keepsManagedFields: false,
    relists: { '': [initial] },
    handlers,
    store: [{ ...final, hash: final.hashes.stripped }],
    errors: {},
  };
  const facts = { log: { entries: log, crdDeletions: 0 }, truth: { configmaps: [final], widgets: [] } };
  expect(checkReports([report], facts).join('\n')).toMatch(/should have version 6 \(u1\)/);
});
