import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../testkit/simulated/objects/api-object.js';
import { jsonText, parseJsonText } from '../../../testkit/simulated/objects/json-text.js';
import { decodeProtobuf, encodeProtobuf } from '../../../testkit/simulated/representation/protobuf-body.js';
import { ask } from './http-client.js';

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'counters.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'counters', kind: 'Counter' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { count: { type: 'integer', format: 'int64' } } } },
          },
        },
      },
    ],
  },
};
const counters = '/apis/example.com/v1/counters';
const counter = (count: string): string =>
  `{"apiVersion":"example.com/v1","kind":"Counter","metadata":{"name":"a"},"spec":{"count":${count}}}`;

describe('integers beyond what JavaScript holds exactly', () => {
  it('come back from the simulated server as they were sent', async () => {
    await using server = await SimulatedApiServer.start({ crds: [crd] });
    const created = await ask(server, counters, { method: 'POST', body: counter('9223372036854775807') });
    expect(created.code).toBe(201);
    expect(created.text).toContain('"count":9223372036854775807');
    const type = 'application/merge-patch+json';
    await ask(server, `${counters}/a`, { method: 'PATCH', type, body: '{"spec":{"count":9007199254740993}}' });
    expect((await ask(server, counters)).text).toContain('"count":9007199254740993');
  });

  it('are refused where Go has no integer for them', async () => {
    await using server = await SimulatedApiServer.start({ crds: [crd] });
    const refused = await ask(server, counters, { method: 'POST', body: counter('9223372036854775808') });
    expect(refused.json).toMatchObject({ code: 422, reason: 'Invalid' });
  });

  it('are numbers for a test that reads the object without a request', async () => {
    await using server = await SimulatedApiServer.start({ crds: [crd] });
    await ask(server, counters, { method: 'POST', body: counter('9007199254740993') });
    expect(server.get('counters', 'a')).toMatchObject({ spec: { count: 9_007_199_254_740_992 } });
  });

  it('are the same in fields of built-in kinds, in JSON, YAML and protobuf', async () => {
    await using server = await SimulatedApiServer.start();
    const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';
    const yaml = 'metadata: {name: a}\nrevision: 9007199254740993\ndata: {count: -9223372036854775808}\n';
    const created = await ask(server, revisions, { method: 'POST', type: 'application/yaml', body: yaml });
    expect(created.text).toMatch(/"revision":9007199254740993[,}]/);
    expect(created.text).toContain('"count":-9223372036854775808');
    const asYaml = await ask(server, `${revisions}/a`, { headers: { accept: 'application/yaml' } });
    expect(asYaml.text).toContain('\nrevision: 9007199254740993\n');
    const stored = parseJsonText(created.text) as JsonObject;
    const bytes = encodeProtobuf(stored) ?? Buffer.alloc(0);
    expect(decodeProtobuf(Buffer.from(bytes), 'ControllerRevision')).toMatchObject({
      revision: 9_007_199_254_740_993n,
      data: { count: -9_223_372_036_854_775_808n },
    });
  });

  it('are told from digits in texts, from fractions and from what is no JSON', () => {
    const text = '{"a":"1234567890123456789","b\\"1234567890123456789":[1234567890123456789,-1234567890123456789]}';
    expect(jsonText(parseJsonText(text))).toBe(text);
    const floating = '[12345678901234567890123,1.1234567890123456789,1e20,0]';
    expect(parseJsonText(floating)).toEqual(JSON.parse(floating));
    expect(() => parseJsonText('{"a":1234567890123456789')).toThrow(SyntaxError);
    expect(() => parseJsonText('{1234567890123456789:1}')).toThrow(SyntaxError);
  });
});
