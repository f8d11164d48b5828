import { badRequest, failure, ApiStatusError } from '../objects/api-status.js';
import type { JsonObject } from '../objects/api-object.js';
import { parseJsonText } from '../objects/json-text.js';
import type { AccessRules } from '../faults/access.js';
import type { Cluster } from '../cluster/cluster.js';
import type { Exchange, Reply } from '../requests/exchange.js';
import { decodeProtobuf, encodeProtobuf, PROTOBUF } from '../representation/protobuf-body.js';
import { jsonFault } from '../rules/json-faults.js';
import { formatOf, negotiate, parseAccept } from '../representation/representation.js';
import type { Representation } from '../representation/representation.js';
import type { RequestInfo } from '../requests/request-info.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { StoredObject } from '../storage/stored-object.js';
import { formatYaml, readYaml } from '../representation/yaml.js';
import type { YamlDocument } from '../representation/yaml.js';

/** One request about a resource that is served. */
export interface ApiCall {
  readonly cluster: Cluster;
  readonly exchange: Exchange;
  readonly info: RequestInfo;
  readonly resource: ServedResource;
  readonly query: URLSearchParams;
  readonly access: AccessRules;
}

/** The media type of the body, without parameters. */
export function contentTypeOf({ exchange }: ApiCall): string {
  return (exchange.record.headers['content-type'] || 'application/json').split(';')[0]?.trim() ?? '';
}

/** How {@link readData} reads. */
export interface ReadOptions {
  /** What an empty body is. Default: refused. */
  readonly empty?: unknown;
  /** What the 400 says of text that is no JSON, given the fault. Default: as for objects. */
  readonly message?: (fault: string) => string;
}

/** The body of a write as data: JSON, YAML, or for built-in kinds protobuf. Throws 400 and 415. */
export async function readData(call: ApiCall, options?: ReadOptions): Promise<unknown> {
  return (await readDocument(call, options)).value;
}

/** The same, with the text that the data was read from; `''` where it was none. */
export async function readDocument(
  call: ApiCall,
  options?: ReadOptions,
): Promise<{ readonly value: unknown; readonly text: string; readonly repeated?: readonly string[] }> {
  const contentType = contentTypeOf(call);
  if (contentType === PROTOBUF) {
    const body = await call.exchange.readBody();
    const isEmpty = body.length === 0 && options !== undefined;
    return { value: isEmpty ? options.empty : decodeProtobuf(body, call.resource.kind), text: '' };
  }
  const isReadable = readable.has(contentType);
  // A type that is not accepted is refused before the body is read, unless the body may be empty.
  const text = isReadable || options !== undefined ? await call.exchange.readText() : '';
  if (text === '' && options !== undefined) return { value: options.empty, text };
  if (!isReadable) {
    const accepted = [...readable, PROTOBUF].join(', ');
    const message = `the body of the request was in an unknown format - accepted media types include: ${accepted}`;
    throw new ApiStatusError(failure(415, { message }));
  }
  const message = options?.message ?? ((fault: string): string => unrecognized(call.resource, text, fault));
  if (!isYaml(contentType, text)) return { value: parseJson(text, message), text };
  const refused = (fault: string): string => unrecognized(call.resource, text, fault);
  return { ...parseYamlText(text, refused), text };
}

const readable: ReadonlySet<string> = new Set(['application/json', 'application/yaml']);

/** Whether a text is YAML that is not JSON, too, which is its most frequent kind. */
function isYaml(contentType: string, text: string): boolean {
  if (!contentType.endsWith('yaml')) return false;
  if (!text.trimStart().startsWith('{')) return true;
  try {
    JSON.parse(text);
    return false;
  } catch {
    // YAML in braces, or more documents than one.
    return true;
  }
}

/** Parses JSON; `message` says what the 400 is about. */
export function parseJson(text: string, message: (error: string) => string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    throw badRequest(message(jsonFault(text)));
  }
}

/** Parses YAML, or JSON, which is some. */
export function parseYamlText(text: string, message: (error: string) => string): YamlDocument {
  if (!isYaml('yaml', text)) return { value: parseJson(text, message), repeated: [] };
  try {
    return readYaml(text);
  } catch (error) {
    throw badRequest(message(error instanceof Error ? error.message : String(error)));
  }
}

function unrecognized(resource: ServedResource, text: string, error: string): string {
  const isText = text.trimStart().startsWith('{');
  const start = Buffer.from(text).subarray(0, 30);
  const shown = `${start.toString(isText ? 'utf8' : 'hex')}${text.length > 30 ? ' ...' : ''}`;
  const brief = text === '' ? '<empty>' : shown;
  return (
    `the object provided is unrecognized (must be of type ${resource.kind}): ` +
    `${error.startsWith('yaml: ') ? '' : "couldn't get version/kind; json parse error: "}${error} (${brief})`
  );
}

/** Answers with a stored object, in the format that the client wants; without a text of it where none is sent. */
export async function answerObject(
  call: ApiCall,
  code: number,
  { representation, stored }: { readonly representation: Representation; readonly stored: StoredObject },
): Promise<void> {
  const { exchange } = call;
  const text = (): string => representation.object(stored);
  const isPlain = exchange.replyObject && formatOf(exchange.record.headers['accept'] ?? '') === 'json';
  if (!isPlain || !representation.copy) return answer(call, code, text());
  await exchange.replyObject?.({ code, object: representation.copy(stored), text });
}

/** Answers with JSON, in the format that the client wants. */
export async function answer({ exchange }: ApiCall, code: number, body: string): Promise<void> {
  await exchange.reply({ code, ...inFormat(exchange, body) });
}

/** The body as YAML or protobuf for clients that want it, and where there is a message for it. */
export function inFormat(exchange: Exchange, body: string): Pick<Reply, 'body' | 'contentType'> {
  const format = formatOf(exchange.record.headers['accept'] ?? '', body.startsWith('{"kind":"Table"'));
  if (format === 'json') return { body };
  const value = parseJsonText(body) as JsonObject;
  if (format === 'yaml') return { body: formatYaml(value), contentType: 'application/yaml' };
  const bytes = encodeProtobuf(value);
  return bytes === undefined ? { body } : { body: bytes, contentType: PROTOBUF };
}

/** The shape that the client asks for; throws 406 where it cannot be made. */
export function representationOf(call: ApiCall): Representation {
  const { cluster, exchange, resource, info } = call;
  const accept = exchange.record.headers['accept'] ?? '';
  const includeObject = call.query.get('includeObject') ?? '';
  const representation = negotiate(accept, resource, { now: () => cluster.clock.now(), includeObject });
  if (representation === undefined || (resource.builtIn && !isRouted(accept))) throw notAcceptable(call, accept);
  if (representation.isTable && !INCLUDED.has(includeObject)) {
    const text = `includeObject: Invalid value: ${JSON.stringify(includeObject)}: must be 'Metadata', 'Object', 'None', or empty`;
    throw badRequest(`Unable to convert to Table as requested: ${text}`);
  }
  const asked = representation.metadataKind;
  const isList = info.verb === 'list' || info.verb === 'deletecollection';
  if (asked === undefined || info.verb === 'watch' || asked.endsWith('List') === isList) return representation;
  const type = goTypeName(resource, isList);
  const message = `you requested ${asked}, but the requested object is ${isList ? '' : 'not '}a list (${type})`;
  throw new ApiStatusError(failure(406, { message }));
}

const INCLUDED: ReadonlySet<string> = new Set(['', 'Metadata', 'Object', 'None']);

/** Whether a request for a built-in resource gets past the router, which knows media types without their parameters. */
function isRouted(accept: string): boolean {
  return parseAccept(accept).some(
    ({ type }) => type === '' || type === '*/*' || type === PROTOBUF || readable.has(type),
  );
}

/** Built-in resources are refused by the router, custom ones and odd shapes by their handler: each in its own words. */
function notAcceptable({ resource, info }: ApiCall, accept: string): ApiStatusError {
  const types = [...readable, PROTOBUF].join(', ');
  if (resource.builtIn && !isRouted(accept)) {
    const streams = info.verb === 'list' ? `, application/json;stream=watch, ${PROTOBUF};stream=watch` : '';
    const message = `406: Not Acceptable\n\nAvailable representations: ${types}${streams}`;
    return new ApiStatusError(failure(406, { message, details: {} }));
  }
  return new ApiStatusError(failure(406, { message: `only the following media types are accepted: ${types}` }));
}

/** `*apps.DeploymentList`: the server names what it has in memory. */
function goTypeName({ builtIn, group, kind, listKind = `${kind}List` }: ServedResource, isList: boolean): string {
  if (!builtIn) return isList ? '*unstructured.UnstructuredList' : '*unstructured.Unstructured';
  return `*${group.split('.')[0] || 'core'}.${isList ? listKind : kind}`;
}

/** Whether the request only asks what would happen. */
export function isDryRun(query: URLSearchParams): boolean {
  return query.getAll('dryRun').includes('All');
}
