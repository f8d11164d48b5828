import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../runtime/src/api/api-error.js';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { defineResource } from '../../../runtime/src/api/resource.js';
import type { ResourceCaller } from '../../../runtime/src/client/api-client.js';
import { ConnectionError } from '../../../runtime/src/transport/http/errors.js';
import { ScriptedCalls } from './scripted-calls.js';

const widgets = defineResource<KubernetesObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
});
const at = { namespace: 'default', name: 'a' };
const object = { metadata: at, spec: { size: 1 } };
const versioned = { metadata: { ...at, resourceVersion: '7' }, spec: { size: 1 } };

type Call = (client: ResourceCaller) => Promise<unknown>;

/** What may be done twice, and what may not. */
const safe: readonly [string, Call][] = [
  ['a get', (client) => client.get(widgets, at)],
  ['a replace of whatever version', (client) => client.replace(widgets, object)],
  ['a merge patch of whatever version', (client) => client.patch(widgets, at, { spec: { size: 2 } })],
  ['an apply of whatever version', (client) => client.apply(widgets, object)],
  ['a delete of one uid', (client) => client.delete(widgets, at, { preconditions: { uid: 'u' } })],
  ['a create that is a dry run', (client) => client.create(widgets, object, { dryRun: true })],
  [
    'a JSON patch that is a dry run',
    (client) => client.patch(widgets, at, [{ op: 'remove', path: '/spec/size' }], { type: 'json', dryRun: true }),
  ],
  ['a delete that is a dry run', (client) => client.delete(widgets, at, { dryRun: true })],
];
const unsafe: readonly [string, Call][] = [
  ['a create', (client) => client.create(widgets, object)],
  ['a replace of one version', (client) => client.replace(widgets, versioned)],
  ['a merge patch of one version', (client) => client.patch(widgets, at, versioned)],
  ['an apply of one version', (client) => client.apply(widgets, versioned)],
  [
    'a JSON patch',
    (client) => client.patch(widgets, at, [{ op: 'add', path: '/spec/list/-', value: 1 }], { type: 'json' }),
  ],
  ['a strategic merge patch', (client) => client.patch(widgets, at, { spec: { size: 2 } }, { type: 'strategic' })],
  ['a delete by name', (client) => client.delete(widgets, at)],
  ['a delete of a collection', (client) => client.deleteCollection(widgets, { namespace: 'default' })],
];

const busy = new ApiError({ code: 429 }, {}, 2000);
const broken = new ConnectionError('the connection broke', Object.assign(new Error(), { code: 'ECONNRESET' }));
const refused = new ConnectionError('unreachable', Object.assign(new Error(), { code: 'ECONNREFUSED' }));
const unavailable = new ApiError({ code: 503 }, {}, 1000);

const defaults = { fieldManager: 'me' };

describe.each([...safe, ...unsafe])('%s', (_what, call) => {
  it('is sent again after 429, when the server says', async () => {
    const client = new ScriptedCalls([busy, busy], defaults);
    await call(client);
    expect([client.requests.length, client.waits]).toEqual([3, [2000, 2000]]);
  });

  it('is sent again after 429 that does not say when, waiting longer each time, and not for ever', async () => {
    const silent = new ApiError({ code: 429 });
    const client = new ScriptedCalls([silent, silent, silent, silent], defaults);
    await expect(call(client)).rejects.toBe(silent);
    expect(client.waits).toEqual([100, 200, 400]);
  });

  it('is sent again where nothing listened', async () => {
    const client = new ScriptedCalls([refused], defaults);
    await call(client);
    expect(client.requests).toHaveLength(2);
  });

  it.each([
    ['it is refused', new ApiError({ code: 409, reason: 'Conflict' })],
    ['the server breaks down', new ApiError({ code: 500, reason: 'InternalError' })],
    ['the server does not know a field', new ApiError({ code: 500, message: '.x: field not declared in schema' })],
    ['it takes too long and nobody says when to come back', new ApiError({ code: 504, reason: 'Timeout' })],
  ])('is not sent again where %s', async (_why, error) => {
    const client = new ScriptedCalls([error], defaults);
    await expect(call(client)).rejects.toBe(error);
    expect(client.requests).toHaveLength(1);
  });
});

describe.each(safe)('%s', (_what, call) => {
  it.each([
    ['a broken connection', broken],
    ['a 5xx that says when to come back', unavailable],
  ])('is sent again after %s, because doing it twice is doing it once', async (_why, error) => {
    const client = new ScriptedCalls([error], defaults);
    await call(client);
    expect(client.requests).toHaveLength(2);
  });
});

describe.each(unsafe)('%s', (_what, call) => {
  it.each([
    ['a broken connection', broken],
    ['a 5xx that says when to come back', unavailable],
  ])('is not sent again after %s, because it may have been done', async (_why, error) => {
    const client = new ScriptedCalls([error], defaults);
    await expect(call(client)).rejects.toBe(error);
    expect(client.requests).toHaveLength(1);
  });
});

describe('retrying', () => {
  it('is as often as the caller says', async () => {
    const client = new ScriptedCalls([busy, busy, busy]);
    await expect(client.get(widgets, at, { retries: 1 })).rejects.toBe(busy);
    expect(client.requests).toHaveLength(2);
  });

  it('ends with the signal', async () => {
    const stop = new AbortController();
    const client = new ScriptedCalls([busy]);
    const call = client.get(widgets, at, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(client.requests).toHaveLength(1);
  });
});
