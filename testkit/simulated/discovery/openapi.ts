import { createHash } from 'node:crypto';
import { apiVersionOf } from '@informer-gen/runtime/client-go';
import { addBuiltinSchemas } from './builtin-schemas.js';
import type { Schemas } from './builtin-schemas.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { parseAccept } from '../representation/representation.js';
import type { Reply } from '../requests/exchange.js';
import type { OpenRecord } from '../requests/request-log.js';
import type { ServedResource } from '../resources/served-resource.js';

const info = { title: 'Simulated Kubernetes', version: 'v1.36.0' } as const;

/** Answers `/openapi/…`; undefined where there is no such document. */
export function routeOpenApi(request: OpenRecord, resources: readonly ServedResource[]): Reply | undefined {
  const { path } = request;
  const accept = request.headers['accept'] ?? '';
  if (path === '/openapi/v2') return openApiV2(accept, resources);
  if (path === '/openapi/v3') return json(index(resources));
  if (!path.startsWith('/openapi/v3/')) return undefined;
  const document = documentAt(path.replace('/openapi/v3/', ''), resources);
  if (document === undefined) return { code: 404, body: '' };
  return isAccepted(accept) ? json(document) : { code: 406, body: '' };
}

/** What clients of these documents read: JSON, or protobuf of names of its own. */
function isAccepted(accept: string): boolean {
  return parseAccept(accept).some(
    ({ type }) => ['', '*/*', 'application/*', 'application/json'].includes(type) || type.includes('proto-openapi'),
  );
}

function documentAt(path: string, resources: readonly ServedResource[]): JsonObject | undefined {
  const own = resources.filter((resource) => documentPath(resource) === path);
  if (own.length > 0) return documentOf(own);
  return pagesOf(resources).includes(path) ? { openapi: '3.0.0', info, paths: { [`/${path}/`]: {} } } : undefined;
}

/** Pages of the server, which have documents too. */
function pagesOf(resources: readonly ServedResource[]): string[] {
  const groups = new Set(resources.filter(({ builtIn, group }) => builtIn && group !== '').map(({ group }) => group));
  const ofGroups = Array.from(groups, (group) => `apis/${group}`);
  return ['.well-known/openid-configuration', 'api', 'apis', ...ofGroups, 'openid/v1/jwks', 'version'];
}

/** `api/v1`, `apis/apps/v1`. */
function documentPath(resource: ServedResource): string {
  return resource.group === '' ? `api/${resource.version}` : `apis/${apiVersionOf(resource)}`;
}

function index(resources: readonly ServedResource[]): JsonObject {
  const paths: JsonObject = {};
  for (const path of [...new Set([...resources.map(documentPath), ...pagesOf(resources)])].sort()) {
    const document = JSON.stringify(documentAt(path, resources));
    const hash = createHash('sha512').update(document).digest('hex').toUpperCase();
    paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` };
  }
  return { paths };
}

/** Documents of built-in resources, which stay what they are. */
const builtin = new Map<string, JsonObject>();

function documentOf(resources: readonly ServedResource[]): JsonObject {
  if (!resources.every(({ builtIn }) => builtIn)) return newDocument(resources);
  const key = resources.map((resource) => `${apiVersionOf(resource)}/${resource.kind}`).join();
  const document = builtin.get(key) ?? newDocument(resources);
  builtin.set(key, document);
  return document;
}

function newDocument(resources: readonly ServedResource[]): JsonObject {
  const schemas: Schemas = new Map();
  for (const resource of resources) addSchemas(resource, schemas);
  return {
    openapi: '3.0.0',
    info,
    paths: Object.fromEntries(resources.flatMap(pathsOf)),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

/** The schemas of a resource and of its lists. */
function addSchemas(resource: ServedResource, schemas: Schemas): void {
  const { kind, listKind = `${kind}List` } = resource;
  const known = resource.builtIn ? addBuiltinSchemas(resource, schemas) : undefined;
  const own = isJsonObject(resource.schema) ? resource.schema : { 'x-kubernetes-preserve-unknown-fields': true };
  const properties = isJsonObject(own['properties']) ? own['properties'] : {};
  const typeMeta = { apiVersion: { type: 'string' }, kind: { type: 'string' } };
  const gvk = (name: string): JsonObject => ({ 'x-kubernetes-group-version-kind': [kindOf(resource, name)] });
  const item = {
    ...own,
    type: 'object',
    properties: { ...properties, ...typeMeta, metadata: { type: 'object' } },
    ...gvk(kind),
  };
  const name = schemaName(resource, kind);
  if (known === undefined) schemas.set(name, item);
  else if (known !== name) schemas.set(name, { allOf: [{ $ref: `#/components/schemas/${known}` }] });
  const items = { type: 'array', items: { $ref: `#/components/schemas/${name}` } };
  const list = {
    type: 'object',
    required: ['items'],
    properties: { ...typeMeta, metadata: { type: 'object' }, items },
    ...gvk(listKind),
  };
  schemas.set(schemaName(resource, listKind), list);
}

function kindOf({ group, version }: ServedResource, kind: string): JsonObject {
  return { group, version, kind };
}

/** `io.k8s.api.apps.v1.Deployment`, `com.example.v1.Widget`. */
function schemaName({ group, version, builtIn }: ServedResource, kind: string): string {
  const prefix = builtIn ? ['io', 'k8s', 'api', group.split('.')[0] || 'core'] : group.split('.').reverse();
  return [...prefix, version, kind].join('.');
}

function pathsOf(resource: ServedResource): [string, JsonObject][] {
  const { plural, kind, listKind = `${kind}List`, namespaced } = resource;
  const all = `/${documentPath(resource)}/${plural}`;
  const base = namespaced ? `/${documentPath(resource)}/namespaces/{namespace}/${plural}` : all;
  const inPath = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const scope = namespaced ? [inPath('namespace')] : [];
  const operate = (action: string, answer: string): JsonObject => operation(resource, action, answer);
  const collection = {
    parameters: scope,
    get: operate('list', listKind),
    post: operate('post', kind),
    delete: operate('deletecollection', 'Status'),
  };
  const one = {
    parameters: [inPath('name'), ...scope],
    get: operate('get', kind),
    put: operate('put', kind),
    patch: operate('patch', kind),
    delete: operate('delete', 'Status'),
  };
  const everywhere: [string, JsonObject][] = namespaced ? [[all, { get: operate('list', listKind) }]] : [];
  const status: [string, JsonObject][] = resource.hasStatus
    ? [[`${base}/{name}/status`, { parameters: one.parameters, get: one.get, put: one.put, patch: one.patch }]]
    : [];
  return [...everywhere, [base, collection], [`${base}/{name}`, one], ...status];
}

const inQuery = (name: string): JsonObject => ({ name, in: 'query', schema: { type: 'string' } });
/** kubectl looks for `fieldValidation` here, and leaves validation to the server where it is. */
const writeParameters = ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map(inQuery);

function operation(resource: ServedResource, action: string, answer: string): JsonObject {
  const writes = ['post', 'put', 'patch'].includes(action);
  const schema =
    answer === 'Status' ? { type: 'object' } : { $ref: `#/components/schemas/${schemaName(resource, answer)}` };
  return {
    ...(writes ? { parameters: writeParameters } : {}),
    responses: { '200': { description: 'OK', content: { 'application/json': { schema } } } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': kindOf(resource, resource.kind),
  };
}

function openApiV2(accept: string, resources: readonly ServedResource[]): Reply {
  if (accept.includes('protobuf')) {
    return {
      code: 200,
      body: emptyProtobufDocument(),
      contentType: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    };
  }
  if (!isAccepted(accept)) return { code: 406, body: '' };
  const schemas: Schemas = new Map();
  for (const resource of resources) addSchemas(resource, schemas);
  const definitions = Object.fromEntries(schemas);
  const text = JSON.stringify({ swagger: '2.0', info, paths: {}, definitions });
  return { code: 200, body: text.replaceAll('#/components/schemas/', '#/definitions/') };
}

/** A document without definitions, in the protobuf that kubectl insists on: swagger (1), info (2: title 1, version 2), paths (8). */
function emptyProtobufDocument(): Uint8Array {
  const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));
  const bytes = (field: number, value: Buffer): Buffer =>
    Buffer.concat([Buffer.from([(field << 3) | 2, value.length]), value]);
  const about = Buffer.concat([text(1, info.title), text(2, info.version)]);
  return Buffer.concat([text(1, '2.0'), bytes(2, about), bytes(8, Buffer.alloc(0))]);
}

function json(document: JsonObject): Reply {
  return { code: 200, body: JSON.stringify(document) };
}
