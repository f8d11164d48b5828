import { setTimeout as delay } from 'node:timers/promises';
import type { ApiServerAccess } from '@informer-gen/testing';
import type { Crd, CrdResource } from '../values/crd-values.js';
import { propertyOf, type Json, type Schema } from '../values/schema.js';
import type { Instance } from './instances.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Something that the server does not accept. */
export interface Cause {
  /** What the compiler can know: a wrong JSON type, something missing, a value outside an enum, an unknown field. */
  readonly shape: boolean;
  readonly path: readonly string[];
  readonly message: string;
}

/** What the server says of an object. */
export type Verdict =
  | { readonly type: 'accepted'; readonly object: { readonly [name: string]: Json } }
  | { readonly type: 'refused'; readonly causes: readonly Cause[] };

/**
 * Installs a CRD so that its schema alone judges: without subresources, whose parts a create leaves out, and without
 * webhooks. False where the server does not take it.
 */
export async function install(server: ApiServerAccess, crd: Crd): Promise<boolean> {
  if (crd.apiVersion !== 'apiextensions.k8s.io/v1') return false;
  const versions = crd.spec.versions?.map((version) => ({ ...version, subresources: undefined }));
  const { name, annotations } = crd.metadata as { name: string; annotations?: object };
  const body = {
    ...crd,
    status: undefined,
    metadata: { name, annotations },
    spec: { ...crd.spec, versions, conversion: { strategy: 'None' } },
  };
  const { status } = await server.request(CRDS, { method: 'POST', body });
  return status === 201;
}

/** Resolves when the server serves the resource. */
export async function served(server: ApiServerAccess, resource: CrdResource): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { status } = await server.request(pathOf(resource));
    if (status === 200) return;
    await delay(100);
  }
  throw new Error(`${pathOf(resource)} is not served`);
}

function pathOf({ group, version, plural, namespaced }: CrdResource): string {
  return `/apis/${group}/${version}/${namespaced ? 'namespaces/default/' : ''}${plural}`;
}

interface Status {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { reason?: string; message?: string; field?: string }[] };
}

/** Asks the server whether it would create an object. */
export async function judge(server: ApiServerAccess, { resource, sent }: Instance): Promise<Verdict> {
  const url = `${pathOf(resource)}?dryRun=All&fieldValidation=Strict`;
  return verdictOn(resource, await server.request(url, { method: 'POST', body: sent }));
}

/** Creates an object for good, so that intents can be parts of it. False where the server does not take it. */
export async function store(server: ApiServerAccess, { resource, sent }: Instance): Promise<boolean> {
  const { status } = await server.request(pathOf(resource), { method: 'POST', body: sent });
  return status === 201;
}

/** Asks the server whether it would apply an intent to what is stored. */
export async function judgeIntent(server: ApiServerAccess, { resource, sent }: Instance): Promise<Verdict> {
  const { name } = sent['metadata'] as { readonly name: string };
  const url = `${pathOf(resource)}/${name}?dryRun=All&fieldValidation=Strict&fieldManager=judge&force=true`;
  const contentType = 'application/apply-patch+yaml';
  const answer = await server.request(url, { method: 'PATCH', contentType, body: sent });
  const { message = '' } = answer.status === 500 ? (JSON.parse(answer.text) as Status) : {};
  if (!message.startsWith(NOT_TYPED)) return verdictOn(resource, answer);
  return {
    type: 'refused',
    causes: message
      .slice(message.indexOf(': ') + 2)
      .split('\n')
      .map(notTyped),
  };
}

/** What the server says, with status 500, of an intent that does not fit the schema. */
const NOT_TYPED = 'failed to create typed patch object';

/** `.spec.parts: element 0: associative list with keys has an element that omits key field "name"`. */
function notTyped(message: string): Cause {
  const [, field = '', said = message] = message.match(/^\s*(?:errors:\s*)?(\.[^:]*): ([^]*)$/) ?? [];
  const missingKey = /element (\d+): .*omits key field "([^"]+)"/.exec(said);
  const path = [...steps(field), ...(missingKey === null ? [] : [missingKey[1] ?? '', missingKey[2] ?? ''])];
  return { shape: !said.includes('duplicate'), path, message: said };
}

function verdictOn(
  resource: CrdResource,
  { status, text }: { readonly status: number; readonly text: string },
): Verdict {
  if (status === 200 || status === 201)
    return { type: 'accepted', object: JSON.parse(text) as { readonly [name: string]: Json } };
  if (status !== 400 && status !== 422) throw new Error(`${pathOf(resource)}: ${status} ${text}`);
  const { message = '', details } = JSON.parse(text) as Status;
  if (status === 400) return { type: 'refused', causes: unknownFields(message) };
  const causes = (details?.causes ?? []).map((cause): Cause => {
    const { reason = '', message: said = '', field = '' } = cause;
    const path = steps(field);
    return { shape: isShape(reason, said) && !isChoice(reason, path, resource.schema), path, message: said };
  });
  return { type: 'refused', causes };
}

const SHAPE: ReadonlySet<string> = new Set(['FieldValueTypeInvalid', 'FieldValueRequired', 'FieldValueNotSupported']);

/** A fraction is a number to the compiler, and what is of no format (`must be of type ipv4`) a string. */
function isShape(reason: string, message: string): boolean {
  if (!SHAPE.has(reason)) return false;
  const [, types] = message.match(/must be of type ([^:]+):/) ?? [];
  const known = types?.split(',').every((type) => JSON_TYPES.has(type)) ?? true;
  return known && !/must be of type integer: "(?:number|float)/.test(message);
}

const JSON_TYPES: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object']);

/** Whether something is missing to a branch of anyOf or oneOf alone: a rule, like any other. */
function isChoice(reason: string, path: readonly string[], schema: Schema | undefined): boolean {
  if (reason !== 'FieldValueRequired') return false;
  const parent = path
    .slice(0, -1)
    .reduce<Schema | undefined>((at, step) => at?.items ?? propertyOf(at ?? {}, step), schema);
  return parent?.required?.includes(path.at(-1) ?? '') !== true;
}

function unknownFields(message: string): Cause[] {
  const found = [...message.matchAll(/unknown field "([^"]+)"/g)];
  if (found.length === 0) return [{ shape: false, path: [], message }];
  return found.map(([said, field = '']) => ({ shape: true, path: steps(field), message: said }));
}

/** `spec.parts[0].name` as names and positions. Keys of maps are words here, so that this is no riddle. */
function steps(field: string): string[] {
  return field
    .replaceAll(/\[([^\]]*)\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '' && step !== '<nil>');
}
