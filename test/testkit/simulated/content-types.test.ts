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

  it('is refused with 415 and the setting to change, where there is no message for the kind', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    const body = message('Widget', field(1, field(1, 'a')));
    const { code, json } = await ask(server, widgets, { method: 'POST', type: PROTOBUF, body });
    expect([code, json['message']]).toEqual([415, expect.stringContaining('set the content type of the client')]);
  });

  it('is refused with 400 and in the words of the server, where it is none', async () => {
    await using server = await SimulatedApiServer.start();
    for (const [body, says] of [
      ['abc', 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] (616263)'],
      ['', 'empty data (<empty>)'],
      ['k8s\0', 'empty body (6b387300)'],
      ['k8s\0\n\x09', 'unexpected EOF (6b3873000a09)'],
    ] as const) {
      const { code, json } = await ask(server, CMS, { method: 'POST', type: PROTOBUF, body });
      expect([code, json['message']]).toEqual([
        400,
        `the object provided is unrecognized (must be of type ConfigMap): ${says}`,
      ]);
    }
  });

  it('is what clients get who ask for it, errors and events of watches included', async () => {
    await using server = await SimulatedApiServer.start({ crds: [widgetCrd] });
    server.create('pods', { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
    const pods = '/api/v1/namespaces/default/pods';
    const headers = { accept: `${PROTOBUF},application/json` };
    const typeOf = async (path: string): Promise<unknown> =>
      (await ask(server, path, { headers })).headers['content-type'];
    expect(await typeOf(`${pods}/a`)).toBe(PROTOBUF);
    expect(await typeOf(pods)).toBe(PROTOBUF);
    expect(await typeOf(`${pods}/none`)).toBe(PROTOBUF);
    expect(await typeOf(`${pods}?watch=1&timeoutSeconds=1`)).toBe(`${PROTOBUF};stream=watch`);
    expect(await typeOf(widgets)).toBe('application/json');
    expect(await typeOf(`${widgets}/none`)).toBe(PROTOBUF);
    const only = await ask(server, widgets, { headers: { accept: PROTOBUF } });
    expect([only.code, only.headers['content-type']]).toEqual([406, PROTOBUF]);
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
