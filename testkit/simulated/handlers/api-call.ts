import { badRequest, failure, ApiStatusError } from '../objects/api-status.js';
import type { AccessRules } from '../faults/access.js';
import type { Cluster } from '../cluster/cluster.js';
import type { Exchange } from '../requests/exchange.js';
import { decodeProtobuf } from '../representation/protobuf-body.js';
import { negotiate } from '../representation/representation.js';
import type { Representation } from '../representation/representation.js';
import type { RequestInfo } from '../requests/request-info.js';
import type { ServedResource } from '../resources/served-resource.js';
import { parseYaml } from '../representation/yaml.js';

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
  return (exchange.record.headers['content-type'] ?? 'application/json').split(';')[0]?.trim() ?? '';
}

/** The body as data: JSON, or YAML where the client says so. An empty body is `{}`. */
export async function readData(call: ApiCall): Promise<unknown> {
  const body = await call.exchange.readBody();
  if (contentTypeOf(call) === 'application/vnd.kubernetes.protobuf' && body.length > 0) return decodeProtobuf(body);
  const text = body.toString('utf8');
  if (text.trim() === '') return {};
  try {
    if (contentTypeOf(call).endsWith('yaml') && !text.trimStart().startsWith('{')) return parseYaml(text)[0];
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw badRequest(`the object provided is unrecognized: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The shape that the client asks for; throws 406 where it cannot be made. */
export function representationOf({ cluster, exchange, resource }: ApiCall): Representation {
  const accept = exchange.record.headers['accept'] ?? '';
  const representation = negotiate(accept, resource, () => cluster.clock.now());
  if (representation !== undefined) return representation;
  const message = 'only the following media types are accepted: application/json';
  throw new ApiStatusError(failure(406, { message }));
}

/** Whether the request only asks what would happen. */
export function isDryRun(query: URLSearchParams): boolean {
  return query.getAll('dryRun').includes('All');
}
