import type { JsonObject } from '../objects/api-object.js';
import { jsonText, parseJsonText } from '../objects/json-text.js';
import { apiVersionOf } from '@informer-gen/runtime/client-go';
import type { ListPage } from '../storage/object-lister.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { StoredObject } from '../storage/stored-object.js';
import { remembered } from '../objects/remembered.js';
import { rowMetadata } from './builtin-rows.js';
import { PROTOBUF } from './protobuf-body.js';
import { inPrintedOrder, tableColumns, tableRow } from './table.js';
import type { RowOptions } from './table.js';

/** In which shape a client wants objects: whole, metadata only, or as rows of a table. */
export interface Representation {
  /** Set where only metadata is asked for: the kind that the client names. */
  readonly metadataKind?: string;
  readonly isTable?: boolean;
  object(stored: StoredObject): string;
  /** The same without a detour by text, where the shape is the object itself. */
  copy?(stored: StoredObject): JsonObject;
  list(page: ListPage): string;
  /** The object of a watch event; `first` for the first event of a stream. */
  event(stored: StoredObject, first: boolean): string;
  bookmark(revision: number, annotations?: Readonly<Record<string, string>>): string;
}

/** What the rows of a table need. */
export interface TableOptions {
  readonly now: () => number;
  /** What is beside the cells: the metadata, unless it is `Object` or `None`. */
  readonly includeObject: string;
}

/** Chooses by the Accept header; undefined where nothing that the client accepts can be made. */
export function negotiate(accept: string, resource: ServedResource, rows: TableOptions): Representation | undefined {
  for (const { type, parameters } of parseAccept(accept)) {
    if (!jsonTypes.has(type) && type !== PROTOBUF) continue;
    const as = parameters.get('as');
    // Protobuf knows built-in kinds, metadata and no tables.
    if (type === PROTOBUF && (as === 'Table' || (as === undefined && !resource.builtIn))) continue;
    if (as === undefined) return whole(resource);
    if (parameters.get('g') !== 'meta.k8s.io' || parameters.get('v') !== 'v1') continue;
    if (as === 'Table') return table(resource, rows);
    if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return metadataOnly(resource, as);
  }
  return undefined;
}

const jsonTypes: ReadonlySet<string> = new Set(['application/json', 'application/yaml', '*/*', 'application/*', '']);

/** The first format of the Accept header that this server writes. */
export function formatOf(accept: string, isTable = false): 'json' | 'yaml' | 'protobuf' {
  const wanted = parseAccept(accept).find(
    ({ type, parameters }) =>
      // What is a table was asked for as one.
      (jsonTypes.has(type) || (type === PROTOBUF && !isTable)) && (!isTable || parameters.get('as') === 'Table'),
  )?.type;
  return wanted === 'application/yaml' ? 'yaml' : wanted === PROTOBUF ? 'protobuf' : 'json';
}

/** One media type of an Accept header. */
interface AcceptedType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The media types of an Accept header, in the client's order. */
export const parseAccept: (accept: string) => readonly AcceptedType[] = remembered(readAccept);

function readAccept(accept: string): AcceptedType[] {
  return accept.split(',').map((part) => {
    const [type = '', ...rest] = part.split(';').map((piece) => piece.trim());
    const parameters = new Map(
      rest.map((piece) => [piece.slice(0, piece.indexOf('=')), piece.slice(piece.indexOf('=') + 1)] as const),
    );
    return { type, parameters };
  });
}

/** `metadata` of a list, as JSON. */
function listMetadata(page: ListPage): string {
  return JSON.stringify({
    resourceVersion: String(page.revision),
    ...(page.continue === '' ? {} : { continue: page.continue }),
    ...(page.remainingItemCount === undefined ? {} : { remainingItemCount: page.remainingItemCount }),
    ...shardInfo(page),
  });
}

/** The same for custom resources, whose lists are written by the alphabet: the items come before the version. */
function sortedListMetadata(page: ListPage): string {
  const { revision, continue: token, remainingItemCount } = page;
  return JSON.stringify({ continue: token, remainingItemCount, resourceVersion: String(revision), ...shardInfo(page) });
}

function shardInfo({ shardSelector }: ListPage): object {
  return shardSelector === undefined ? {} : { shardInfo: { selector: shardSelector } };
}

function bookmarkMetadata(revision: number, annotations?: Readonly<Record<string, string>>): string {
  return JSON.stringify({ resourceVersion: String(revision), ...(annotations ? { annotations } : {}) });
}

/** Made once for each resource: nearly every request asks for it. */
const wholes = new WeakMap<ServedResource, Representation>();

function whole(resource: ServedResource): Representation {
  let representation = wholes.get(resource);
  if (representation === undefined) {
    representation = makeWhole(resource);
    wholes.set(resource, representation);
  }
  return representation;
}

function makeWhole(resource: ServedResource): Representation {
  const listKind = JSON.stringify(resource.listKind ?? `${resource.kind}List`);
  const kind = JSON.stringify(resource.kind);
  const apiVersion = JSON.stringify(apiVersionOf(resource));
  return {
    object: (stored) => stored.json(resource),
    copy: (stored) => stored.copy(resource),
    event: (stored) => stored.json(resource),
    list(page) {
      const items = page.items.map((stored) => stored.itemJson(resource)).join(',');
      return resource.builtIn
        ? `{"kind":${listKind},"apiVersion":${apiVersion},"metadata":${listMetadata(page)},"items":[${items}]}`
        : `{"apiVersion":${apiVersion},"items":[${items}],"kind":${listKind},"metadata":${sortedListMetadata(page)}}`;
    },
    bookmark: (revision, annotations) =>
      `{"kind":${kind},"apiVersion":${apiVersion},"metadata":${bookmarkMetadata(revision, annotations)}}`,
  };
}

const META_VERSION = '"apiVersion":"meta.k8s.io/v1"';

function metadataOnly(resource: ServedResource, metadataKind: string): Representation {
  const wrap = (metadata: string): string => `{"kind":"PartialObjectMetadata",${META_VERSION},"metadata":${metadata}}`;
  const object = (stored: StoredObject): string => wrap(jsonText(rowMetadata(resource, stored.as(resource))));
  return {
    metadataKind,
    object,
    event: object,
    list: (page) => {
      // Nothing is ever added to the list of the server, so that it is none.
      const items = page.items.length === 0 ? 'null' : `[${page.items.map(object).join(',')}]`;
      return `{"kind":"PartialObjectMetadataList",${META_VERSION},"metadata":${listMetadata(page)},"items":${items}}`;
    },
    bookmark: (revision, annotations) => wrap(bookmarkMetadata(revision, annotations)),
  };
}

function table(resource: ServedResource, { now, includeObject }: TableOptions): Representation {
  const columns = JSON.stringify(tableColumns(resource));
  const make = (metadata: string, definitions: string, rows: readonly StoredObject[]): string =>
    `{"kind":"Table",${META_VERSION},"metadata":${metadata},"columnDefinitions":${definitions},` +
    `"rows":[${rows.map((stored) => jsonText(tableRow(resource, stored.as(resource), rowOptions(stored)))).join(',')}]}`;
  const rowOptions = (stored: StoredObject): RowOptions => ({
    nowMs: now(),
    object:
      includeObject === 'None' ? null : includeObject === 'Object' ? parseJsonText(stored.json(resource)) : undefined,
  });
  const one = (stored: StoredObject, definitions: string): string =>
    make(JSON.stringify({ resourceVersion: String(stored.revision) }), definitions, [stored]);
  return {
    isTable: true,
    object: (stored) => one(stored, columns),
    event: (stored, first) => one(stored, first ? columns : 'null'),
    list: (page) => make(listMetadata(page), columns, inPrintedOrder(resource, page.items)),
    bookmark: (revision, annotations) => make(bookmarkMetadata(revision, annotations), 'null', []),
  };
}
