import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { RequestOptions } from 'node:https';
import { UsageError } from '../errors.js';
import { isObject, member } from './json.js';
import { loadKubeconfig } from './kubeconfig.js';

/** Where a live API server is. */
export interface ClusterOptions {
  /** Default: what `KUBECONFIG`, `~/.kube/config` or the pod's service account say. */
  readonly kubeconfig?: string | undefined;
  /** Default: the current context. */
  readonly context?: string | undefined;
  /** Goes on, with a warning, where the user may not list CRDs. Default false. */
  readonly allowPartial?: boolean | undefined;
}

/** What a cluster served, and what of it is missing. */
export interface ClusterContent {
  readonly documents: readonly ClusterDocument[];
  readonly warnings: readonly string[];
}

/** A document that a cluster served, as if it had been in a file. */
export interface ClusterDocument {
  /** The address it came from. */
  readonly file: string;
  readonly form: 'crd' | 'openapi';
  readonly text: string;
}

/** How many documents are fetched at a time. */
const PARALLEL = 8;
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/**
 * Reads all CRDs and the OpenAPI v3 documents of all group versions from a live API server. CRDs are read for what
 * OpenAPI does not say: short names, categories, selectable fields, deprecation.
 */
export async function readCluster({ kubeconfig, context, allowPartial }: ClusterOptions): Promise<ClusterContent> {
  const server = await connect(kubeconfig, context);
  const crds = await server.get(CRDS, 'optional');
  const warnings = crds === undefined ? [missingCrds(server.address)] : [];
  if (warnings.length > 0 && allowPartial !== true) {
    throw new UsageError(`${warnings.join('')}. --allow-partial goes on without them`);
  }
  const index = parsed((await server.get('/openapi/v3', 'required')) ?? '{}', `${server.address}/openapi/v3`);
  const paths = isObject(index) ? member(index, 'paths') : undefined;
  if (!isObject(paths)) throw new UsageError(`${server.address}/openapi/v3 is no index of OpenAPI documents`);
  const groupVersions = Object.keys(paths).filter((path) => /^(?:api\/v[^/]+|apis\/[^/]+\/[^/]+)$/.test(path));
  const documents: ClusterDocument[] = [];
  const queue = groupVersions.sort();
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        const entry = paths[path];
        const url = isObject(entry) ? member(entry, 'serverRelativeURL') : undefined;
        const text = await server.get(typeof url === 'string' ? url : `/openapi/v3/${path}`, 'required');
        documents.push({ file: `${server.address}/openapi/v3/${path}`, form: 'openapi', text: text ?? '' });
      }
    }),
  );
  documents.sort((a, b) => (a.file < b.file ? -1 : 1));
  if (crds !== undefined)
    documents.push({
      file: `${server.address}${CRDS}`,
      form: 'crd',
      text: crdList(parsed(crds, `${server.address}${CRDS}`)),
    });
  return { documents, warnings };
}

function missingCrds(address: string): string {
  const what = 'short names, categories, selectable fields and deprecations';
  return `the CRDs of ${address} may not be listed (customresourcedefinitions.apiextensions.k8s.io): ${what} are only there`;
}

/** An answer as JSON; a proxy or a page for people may stand at the address. */
function parsed(text: string, address: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${address} answered with something that is no JSON: is this a Kubernetes API server?`);
  }
}

interface Server {
  readonly address: string;
  /** The body of an answer; undefined for 403 and 404 where the document is optional. */
  get(path: string, need: 'required' | 'optional'): Promise<string | undefined>;
}

async function connect(kubeconfig: string | undefined, context: string | undefined): Promise<Server> {
  const { config, cluster } = await loadKubeconfig(kubeconfig, context);
  const options: RequestOptions = {};
  try {
    await config.applyToHTTPSOptions(options);
  } catch (error) {
    throw new UsageError(`the credentials of the kubeconfig cannot be used: ${(error as Error).message}`);
  }
  return { address: cluster.server.replace(/\/$/, ''), get: (path, need) => get(cluster.server, path, options, need) };
}

async function get(
  base: string,
  path: string,
  options: RequestOptions,
  need: 'required' | 'optional',
): Promise<string | undefined> {
  const url = new URL(path.startsWith('/') ? base.replace(/\/$/, '') + path : path, base);
  const { status, body } = await fetchText(url, options);
  if (status === 200) return body;
  if (need === 'optional' && (status === 403 || status === 404)) return undefined;
  throw new UsageError(`${url.href} answered ${status}: ${messageOf(body)}`);
}

function fetchText(url: URL, options: RequestOptions): Promise<{ status: number; body: string }> {
  const request = url.protocol === 'http:' ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(new UsageError(`${url.origin} cannot be reached: ${error.message}`));
    const headers = { ...options.headers, accept: 'application/json' };
    const sent = request(url, { ...options, headers, timeout: 60_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer for a minute')));
    sent.on('error', fail);
    sent.end();
  });
}

function messageOf(body: string): string {
  try {
    const status: unknown = JSON.parse(body);
    if (isObject(status)) return String(member(status, 'message') ?? body.slice(0, 200));
  } catch {
    // Not the API server's own answer.
  }
  return body.slice(0, 200);
}

/** Items of a list carry neither kind nor apiVersion; what changes on its own (status, managed fields) is left out. */
function crdList(list: unknown): string {
  const items = isObject(list) ? member(list, 'items') : undefined;
  const crds = (Array.isArray(items) ? items : []).filter(isObject).map((item) => {
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
