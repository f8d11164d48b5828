import { request } from 'node:https';
import { expect, it } from 'vitest';
import { SAMPLES } from '../../../../scripts/record-defaults/samples.js';
import { roundTrip } from '../../../../testkit/simulated/builtin/go-codec.js';
import { structOfKind } from '../../../../testkit/simulated/builtin/go-types.js';
import type { JsonObject } from '../../../../testkit/simulated/objects/api-object.js';
import type { ApiServerAccess } from '../../../../testkit/real/access.js';
import {
  decodeProtobuf,
  encodeProtobuf,
  PROTOBUF,
} from '../../../../testkit/simulated/representation/protobuf-body.js';
import { describeWithOwnApiServer } from '../../../setup/api-server.js';

// Its own: some samples, such as webhooks, change what the server answers to everybody.
describeWithOwnApiServer('protobuf of a real API server', {}, (real) => {
  it('is what the same objects are encoded as, byte for byte, and is read as their JSON', async () => {
    const server = real();
    await send(server, '/api/v1/namespaces', { metadata: { name: 'protobuf' } });
    let compared = 0;
    for (const [index, { path, body }] of SAMPLES.entries()) {
      const collection = path.replace('{ns}', 'protobuf').replace(/\/namespaces\/[^/]+\//, '/namespaces/protobuf/');
      const name = `protobuf-${index}`;
      const text = JSON.stringify({ ...body, metadata: { ...(body['metadata'] as object), name } });
      const created = await send(server, collection, JSON.parse(text.replaceAll('{ns}', 'protobuf')) as object);
      if (created.code !== 201) continue;
      const one = `${collection}/${name}`;
      const json = await send(server, one);
      if (json.code !== 200) continue;
      for (const at of [one, `${collection}?fieldSelector=metadata.name%3D${name}`]) {
        const asJson = JSON.parse((await send(server, at)).body.toString()) as JsonObject;
        const bytes = (await send(server, at, undefined, PROTOBUF)).body;
        const decoded = decodeProtobuf(bytes);
        const expected = at === one ? asJson : atVersionOf(decoded, asJson);
        expect(encodeProtobuf(expected)?.toString('latin1'), at).toBe(bytes.toString('latin1'));
        expect(canonical(decoded), at).toEqual(canonical(expected));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(100);
  }, 120_000);
});

/** The list at the version of another: the server's own writes move it on between two reads. */
function atVersionOf({ metadata }: JsonObject, list: JsonObject): JsonObject {
  const { resourceVersion } = metadata as { readonly resourceVersion: string };
  return { ...list, metadata: { ...(list['metadata'] as object), resourceVersion } };
}

/** As Go writes it: without what is not set. */
function canonical(object: JsonObject): unknown {
  const items = object['items'];
  if (Array.isArray(items)) {
    const kind = String(object['kind']).replace(/List$/, '');
    return {
      ...object,
      items: items.map((item) => canonical({ ...object, kind, ...(item as object), items: undefined })),
    };
  }
  const [version = '', group = ''] = String(object['apiVersion']).split('/').reverse();
  const struct = structOfKind(group, version, String(object['kind']));
  return struct === undefined ? object : roundTrip(struct, withoutInnerTypes(object)).object;
}

/** Protobuf does not carry the types of objects in objects. */
function withoutInnerTypes(object: JsonObject): JsonObject {
  const text = JSON.stringify(object, (key, value: unknown) =>
    key === 'volumeClaimTemplates'
      ? (value as JsonObject[]).map(({ kind: _kind, apiVersion: _version, ...claim }) => claim)
      : value,
  );
  return JSON.parse(text) as JsonObject;
}

function send(
  { url, caPem, adminToken }: ApiServerAccess,
  path: string,
  ...[body, accept = 'application/json']: [object?, string?]
): Promise<{ readonly code: number; readonly body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url + path,
      {
        method: body === undefined ? 'GET' : 'POST',
        ca: caPem,
        headers: { accept, authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => resolve({ code: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
