import { parseYaml, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask } from './http-client.js';
import { widgetCrd, widgets } from './widget-crd.js';

const CMS = '/api/v1/namespaces/default/configmaps';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** A field of a protobuf message that has a length. */
function field(number: number, value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}

/** A message as Kubernetes wraps it. */
function message(kind: string, raw: Buffer): string {
  const type = Buffer.concat([field(1, 'v1'), field(2, kind)]);
  return Buffer.concat([Buffer.from('k8s\0'), field(1, type), field(2, raw)]).toString('latin1');
}

describe('a body in protobuf', () => {
  it('keeps the preconditions and the dry run of a deletion', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', { metadata: { name: 'a' } });
    const other = message('DeleteOptions', field(2, field(1, 'other')));
    const refused = await ask(server, `${CMS}/a`, { method: 'DELETE', type: PROTOBUF, body: other });
    expect(refused.code).toBe(409);
    const dry = message('DeleteOptions', field(5, 'All'));
    expect((await ask(server, `${CMS}/a`, { method: 'DELETE', type: PROTOBUF, body: dry })).code).toBe(200);
    expect(server.objects('configmaps')).toHaveLength(1);
  });

  it('is refused with 415 and the setting to change, where any of it is not known', async () => {
    await using server = await SimulatedApiServer.start();
    const unknownKind = message('Pod', field(1, field(1, 'a')));
    const unknownField = message('ConfigMap', Buffer.concat([field(1, field(1, 'a')), field(9, 'x')]));
    for (const body of [unknownKind, unknownField]) {
      const { code, json } = await ask(server, CMS, { method: 'POST', type: PROTOBUF, body });
      expect([code, json['message']]).toEqual([415, expect.stringContaining('set the content type of the client')]);
    }
    expect(server.objects('configmaps')).toEqual([]);
  });
});

describe('YAML', () => {
  it('is read, and written for those who ask for it, errors included', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    const body = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {color: red}\n';
    const headers = { accept: 'application/yaml' };
    const created = await ask(server, widgets, { method: 'POST', type: 'application/yaml', body, headers });
    expect([created.code, created.headers['content-type']]).toEqual([201, 'application/yaml']);
    expect(parseYaml(created.text)).toMatchObject([{ kind: 'Widget', spec: { color: 'red' } }]);
    const list = await ask(server, widgets, { headers });
    expect(parseYaml(list.text)).toMatchObject([{ kind: 'WidgetList', items: [{ spec: { color: 'red' } }] }]);
    const missing = await ask(server, `${widgets}/none`, { headers });
    expect(parseYaml(missing.text)).toMatchObject([{ kind: 'Status', code: 404 }]);
  });
});
