import { UsageError } from '../errors.js';
import { ApiServer, printable } from './api-server.js';
import { isObject, member } from './json.js';

/** Options of reading a live API server. */
export interface ClusterOptions {
  /** A kubeconfig file. Default: `KUBECONFIG`, `~/.kube/config` or the service account of the pod. */
  readonly kubeconfig?: string | undefined;
  /** Default: the current context. */
  readonly context?: string | undefined;
  /**
   * Leaves out, with a warning, what the cluster does not serve: the CRDs if the user may not list them, and group versions
   * whose OpenAPI document cannot be read. Default false: an error.
   */
  readonly allowPartial?: boolean | undefined;
}

/** The documents of a cluster, and warnings about missing ones. */
export interface ClusterContent {
  readonly documents: readonly ClusterDocument[];
  readonly warnings: readonly string[];
}

/** A document of a cluster. */
export interface ClusterDocument {
  /** The address of the document. */
  readonly file: string;
  readonly form: 'crd' | 'openapi';
  readonly text: string;
}

/** Requests that are sent at a time. */
const PARALLEL = 8;
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** CRDs of one page. An object in etcd has at most 1.5 MiB, so that a page has less than the limit of a document. */
const CRDS_PER_PAGE = 40;
/** Page limit, for servers whose lists never end. */
const MAX_PAGES = 1000;

/** The index has other entries, such as `version`, which describe no group version. */
const GROUP_VERSION = /^(?:api\/v[\w.-]+|apis\/[\w.-]+\/[\w.-]+)$/;
/** The form of the paths that the API server itself puts into the index: `/openapi/v3/apis/apps/v1?hash=9D3F`. */
const DOCUMENT_PATH = /^\/openapi\/v3(?:\/[\w.~-]+)+(?:\?[\w.~%&=+-]*)?$/;

/**
 * Reads all CRDs and the OpenAPI v3 documents of all group versions from a live API server. Only CRDs contain short names,
 * categories, selectable fields and deprecations.
 */
export async function readCluster({ kubeconfig, context, allowPartial }: ClusterOptions): Promise<ClusterContent> {
  const server = await ApiServer.connect(kubeconfig, context);
  const missing = new MissingParts(allowPartial ?? false);
  const crds = await readCrds(server, missing);
  const paths = await readIndex(server, missing);
  const documents = await readDocuments(server, paths, missing);
  if (crds !== undefined) documents.push({ file: `${server.address}${CRDS}`, form: 'crd', text: crds });
  return { documents, warnings: missing.warnings };
}

/** The parts that a cluster does not serve: errors, or warnings if the caller accepts a partial result. */
class MissingParts {
  readonly warnings: string[] = [];
  readonly #areAllowed: boolean;

  constructor(areAllowed: boolean) {
    this.#areAllowed = areAllowed;
  }

  add(message: string): void {
    if (!this.#areAllowed) throw new UsageError(`${message}; --allow-partial goes on without this part`);
    this.warnings.push(message);
  }
}

/** A list of all CRDs as JSON; undefined if the user may not list them. */
async function readCrds(server: ApiServer, missing: MissingParts): Promise<string | undefined> {
  const items: unknown[] = [];
  let from = '';
  for (let page = 1; page === 1 || from !== ''; page += 1) {
    if (page > MAX_PAGES)
      throw new UsageError(`${server.address}${CRDS}: the list has more than ${MAX_PAGES} pages of ${CRDS_PER_PAGE}`);
    const path = `${CRDS}?limit=${CRDS_PER_PAGE}${from === '' ? '' : `&continue=${encodeURIComponent(from)}`}`;
    const response = await server.get(path);
    if (page === 1 && (response.status === 403 || response.status === 404)) {
      missing.add(
        `the CRDs of ${server.address} may not be listed (customresourcedefinitions.apiextensions.k8s.io): ` +
          'only they contain short names, categories, selectable fields and deprecations',
      );
      return undefined;
    }
    const list = parsed(server.bodyOf(path, response), server.address + CRDS);
    const found = isObject(list) ? member(list, 'items') : undefined;
    if (Array.isArray(found)) items.push(...(found as unknown[]));
    from = continueToken(list);
  }
  return crdList(items);
}

function continueToken(list: unknown): string {
  const metadata = isObject(list) ? member(list, 'metadata') : undefined;
  const token = isObject(metadata) ? member(metadata, 'continue') : undefined;
  return typeof token === 'string' ? token : '';
}

/**
 * The path of the OpenAPI document of each group version, in the order of the group versions. Aggregated API servers write their
 * own entries of the index: a path that is not one below `/openapi/v3/` on this server would send the user's credentials
 * elsewhere.
 */
async function readIndex(server: ApiServer, missing: MissingParts): Promise<[groupVersion: string, path: string][]> {
  const index = parsed(await server.getBody('/openapi/v3'), `${server.address}/openapi/v3`);
  const entries = isObject(index) ? member(index, 'paths') : undefined;
  if (!isObject(entries)) throw new UsageError(`${server.address}/openapi/v3 is not an index of OpenAPI documents`);
  const found: [string, string][] = [];
  for (const groupVersion of Object.keys(entries).sort()) {
    if (!GROUP_VERSION.test(groupVersion)) continue;
    const entry = entries[groupVersion];
    const path = isObject(entry) ? member(entry, 'serverRelativeURL') : undefined;
    if (typeof path === 'string' && DOCUMENT_PATH.test(path) && server.serves(path)) found.push([groupVersion, path]);
    else {
      const given = printable(JSON.stringify(path) ?? 'missing');
      missing.add(
        `${groupVersion}: its serverRelativeURL in ${server.address}/openapi/v3 must be a path below /openapi/v3/, but is ${given}`,
      );
    }
  }
  return found;
}

/** Reads the documents at these paths, some at a time. The first that is missing ends the requests for the others. */
async function readDocuments(
  server: ApiServer,
  paths: readonly (readonly [groupVersion: string, path: string])[],
  missing: MissingParts,
): Promise<ClusterDocument[]> {
  const documents: ClusterDocument[] = [];
  const rest = paths.values();
  const stop = new AbortController();
  const readRest = async (): Promise<void> => {
    for (const [groupVersion, path] of rest) {
      const text = await readDocument(server, path, stop.signal);
      if (typeof text === 'string') {
        documents.push({ file: `${server.address}/openapi/v3/${groupVersion}`, form: 'openapi', text });
      } else missing.add(`${groupVersion}: ${text.message}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL }, readRest));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
  return documents.sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function readDocument(server: ApiServer, path: string, signal: AbortSignal): Promise<string | UsageError> {
  try {
    return await server.getBody(path, signal);
  } catch (error) {
    if (error instanceof UsageError && !signal.aborted) return error;
    throw error;
  }
}

/** A response as JSON; at the address there may be a proxy, or a page for people. */
function parsed(text: string, address: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${address} answered with something that is not JSON: is this a Kubernetes API server?`);
  }
}

/** The CRDs of a list have neither kind nor apiVersion; fields that change on their own (status, managed fields) are left out. */
function crdList(items: readonly unknown[]): string {
  const crds = items.filter(isObject).map((item) => {
    const metadata = member(item, 'metadata');
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: isObject(metadata) ? member(metadata, 'name') : undefined },
      spec: member(item, 'spec'),
    };
  });
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items: crds });
}
