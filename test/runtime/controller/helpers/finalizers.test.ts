import { ApiError } from '@informer-gen/runtime';
import type { ResourceCaller } from '@informer-gen/runtime';
import { addFinalizer, finalizerState, removeFinalizer } from '@informer-gen/runtime/controller/helpers';
import { describe, expect, it } from 'vitest';
import { at, widgets } from './widgets.js';
import type { Widget } from './widgets.js';

const OURS = 'example.com/ours';
const OTHER = 'example.com/other';

function widget(finalizers?: readonly string[], deletionTimestamp?: string, uid = 'u'): Widget {
  const metadata = { ...at, uid, resourceVersion: '1', creationTimestamp: '' };
  return {
    metadata: { ...metadata, ...(finalizers && { finalizers }), ...(deletionTimestamp && { deletionTimestamp }) },
  };
}

const failedTest = new ApiError({ code: 422, reason: 'Invalid', details: {} });
const notFound = new ApiError({ code: 404, reason: 'NotFound', details: { name: 'a' } });

/** Answers patches and reads from two lists, and writes the patches down. */
function scripted(patches: readonly (Widget | Error)[], reads: readonly (Widget | Error)[] = []) {
  const sent: unknown[] = [];
  const next = (answers: (Widget | Error)[]): Promise<never> => {
    const answer = answers.shift() ?? new Error('nobody expected this request');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as never);
  };
  const [patchAnswers, readAnswers] = [[...patches], [...reads]];
  const client: Pick<ResourceCaller, 'get' | 'patch'> = {
    get: () => next(readAnswers),
    patch: (_resource, _name, patch) => {
      sent.push(patch);
      return next(patchAnswers);
    },
  };
  return { client, sent };
}

describe('the state of a finalizer', () => {
  it.each([
    ['missing', widget()],
    ['missing', widget([OTHER])],
    ['present', widget([OTHER, OURS])],
    ['cleaning', widget([OURS], '2026-01-01T00:00:00Z')],
    ['done', widget([OTHER], '2026-01-01T00:00:00Z')],
    ['done', widget(undefined, '2026-01-01T00:00:00Z')],
  ])('is %s', (state, object) => {
    expect(finalizerState(object, OURS)).toBe(state);
  });
});

describe('adding a finalizer', () => {
  it('tests that the list is not there, or is the one seen, so that two cannot both write', async () => {
    const first = scripted([widget([OURS])]);
    await addFinalizer(first.client, widgets, widget(), OURS);
    const second = scripted([widget([OTHER, OURS])]);
    await addFinalizer(second.client, widgets, widget([OTHER]), OURS);
    const uid = { op: 'test', path: '/metadata/uid', value: 'u' };
    expect([...first.sent, ...second.sent]).toEqual([
      [
        uid,
        { op: 'test', path: '/metadata/finalizers', value: null },
        { op: 'add', path: '/metadata/finalizers', value: [OURS] },
      ],
      [
        uid,
        { op: 'test', path: '/metadata/finalizers', value: [OTHER] },
        { op: 'add', path: '/metadata/finalizers/-', value: OURS },
      ],
    ]);
  });

  it('looks again where the test failed', async () => {
    const { client, sent } = scripted([failedTest, widget([OTHER, OURS])], [widget([OTHER])]);
    expect(await addFinalizer(client, widgets, widget(), OURS)).toEqual(widget([OTHER, OURS]));
    expect(sent).toHaveLength(2);
  });

  it('sends nothing where it is there, and nothing where the object is being deleted', async () => {
    const { client, sent } = scripted([]);
    expect(await addFinalizer(client, widgets, widget([OURS]), OURS)).toEqual(widget([OURS]));
    expect(await addFinalizer(client, widgets, widget([OTHER], 'x'), OURS)).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it.each([
    ['gone', [notFound], []],
    ['gone when it looks again', [failedTest], [notFound]],
    ['another of the same name', [failedTest], [widget(undefined, undefined, 'other')]],
    ['being deleted', [failedTest], [widget([OTHER], 'x')]],
  ])('has nobody to add it to where the object is %s', async (_what, patches, reads) => {
    expect(await addFinalizer(scripted(patches, reads).client, widgets, widget(), OURS)).toBeUndefined();
  });

  it('gives up where the server refuses it for another reason, in the end', async () => {
    const { client } = scripted(
      Array.from({ length: 9 }, () => failedTest),
      Array.from({ length: 9 }, () => widget()),
    );
    await expect(addFinalizer(client, widgets, widget(), OURS)).rejects.toBe(failedTest);
    const forbidden = new ApiError({ code: 403, reason: 'Forbidden' });
    await expect(addFinalizer(scripted([forbidden]).client, widgets, widget(), OURS)).rejects.toBe(forbidden);
  });
});

describe('removing a finalizer', () => {
  it('tests each index before it removes it, the last first, because a list may have it twice', async () => {
    const { client, sent } = scripted([widget([OTHER])]);
    await removeFinalizer(client, widgets, widget([OURS, OTHER, OURS]), OURS);
    expect(sent).toEqual([
      [
        { op: 'test', path: '/metadata/uid', value: 'u' },
        { op: 'test', path: '/metadata/finalizers/2', value: OURS },
        { op: 'remove', path: '/metadata/finalizers/2' },
        { op: 'test', path: '/metadata/finalizers/0', value: OURS },
        { op: 'remove', path: '/metadata/finalizers/0' },
      ],
    ]);
  });

  it('finds its index again where others moved it', async () => {
    const { client, sent } = scripted([failedTest, widget([OTHER])], [widget([OTHER, OURS])]);
    await removeFinalizer(client, widgets, widget([OURS]), OURS);
    expect(sent[1]).toContainEqual({ op: 'remove', path: '/metadata/finalizers/1' });
  });

  it.each([
    ['the object is gone', [notFound], []],
    ['it is gone when it looks again', [failedTest], [notFound]],
    ['it was recreated', [failedTest], [widget([OURS], undefined, 'other')]],
  ])('is done where %s', async (_what, patches, reads) => {
    expect(await removeFinalizer(scripted(patches, reads).client, widgets, widget([OURS]), OURS)).toBeUndefined();
  });

  it('is done where it is not there', async () => {
    const { client, sent } = scripted([failedTest], [widget([OTHER])]);
    expect(await removeFinalizer(client, widgets, widget([OURS]), OURS)).toEqual(widget([OTHER]));
    expect(await removeFinalizer(client, widgets, widget(), OURS)).toEqual(widget());
    expect(sent).toHaveLength(1);
  });
});
