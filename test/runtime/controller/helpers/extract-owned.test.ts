import { extractOwned, readOwned } from '@informer-gen/runtime/controller/helpers';
import type { WithManagedFields } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { at, fakeClient, widgets } from './widgets.js';
import type { Widget } from './widgets.js';

function owned(fieldsV1: { readonly [field: string]: unknown }, object: object): unknown {
  const managedFields = [
    { manager: 'other', operation: 'Apply', fieldsV1: { 'f:spec': {} } },
    { manager: 'me', operation: 'Update', fieldsV1: { 'f:spec': {} } },
    { manager: 'me', operation: 'Apply', subresource: 'status', fieldsV1: { 'f:status': { 'f:ready': {} } } },
    { manager: 'me', operation: 'Apply', fieldsV1 },
  ];
  const metadata = { ...at, uid: 'u', resourceVersion: '1', creationTimestamp: '', managedFields };
  const whole: WithManagedFields<Widget> = { ...object, metadata: { ...metadata, labels: { mine: '1', theirs: '2' } } };
  return extractOwned(widgets, whole, { fieldManager: 'me' });
}

const identity = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: at };

describe('what a manager owns', () => {
  it.each<[string, object, object, object]>([
    ['fields', { 'f:spec': { 'f:size': {} } }, { spec: { size: 1, theirs: 2 } }, { spec: { size: 1 } }],
    [
      'a whole object',
      { 'f:spec': { 'f:map': {} } },
      { spec: { map: { a: 1, b: 2 } } },
      { spec: { map: { a: 1, b: 2 } } },
    ],
    ['a field that is gone', { 'f:spec': { 'f:gone': {} } }, { spec: { size: 1 } }, { spec: {} }],
    [
      'elements by their keys, with these',
      { 'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {} } } } },
      {
        spec: {
          ports: [
            { port: 80, protocol: 'UDP' },
            { port: 80, protocol: 'TCP', name: 'web', theirs: 1 },
          ],
        },
      },
      { spec: { ports: [{ port: 80, protocol: 'TCP', name: 'web' }] } },
    ],
    [
      'elements of a set',
      { 'f:spec': { 'f:names': { 'v:"b"': {}, 'v:"z"': {} } } },
      { spec: { names: ['a', 'b'] } },
      { spec: { names: ['b'] } },
    ],
    [
      'elements by index',
      { 'f:spec': { 'f:list': { 'i:1': {} } } },
      { spec: { list: ['a', 'b'] } },
      { spec: { list: ['b'] } },
    ],
    ['nothing that is written in another way', { 'f:spec': { 'k:nonsense': {} } }, { spec: { size: 1 } }, { spec: {} }],
  ])('is taken from the object: %s', (_what, fields, object, expected) => {
    expect(owned(fields as never, object)).toEqual({ ...identity, ...expected });
  });

  it('keeps the name beside what it owns of the metadata', () => {
    expect(owned({ 'f:metadata': { 'f:labels': { 'f:mine': {} } } }, {})).toEqual({
      ...identity,
      metadata: { ...at, labels: { mine: '1' } },
    });
  });

  it('is what it applied, read from the server and changed by nobody', async () => {
    const client = fakeClient();
    const intent = { metadata: { ...at, labels: { tier: 'web' } }, spec: { size: 1, parts: [{ name: 'p' }] } };
    await client.apply(widgets, intent);
    await client.patch(widgets, at, { metadata: { labels: { theirs: 'x' } } }, { fieldManager: 'other' });
    expect(await readOwned(client, widgets, at, { fieldManager: 'me' })).toEqual({ ...identity, ...intent });
    expect(await readOwned(client, widgets, at, { fieldManager: 'nobody' })).toBeUndefined();
  });
});
