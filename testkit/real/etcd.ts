import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ChildServer } from './child-server.js';
import { freePort } from './ports.js';
import { sendRequest } from './request.js';

/** A running etcd: one member, loopback only, its data in a folder that goes when the test bed goes. */
export interface Etcd {
  readonly url: string;
  /** The process that runs now: another one after {@link restart}. */
  readonly server: ChildServer;
  /** Starts etcd again on the same port with the same data, and waits until it answers; kills it first if it runs. */
  restart(): Promise<void>;
  /** The revision of the newest write: what the API server hands out as resourceVersion. */
  revision(): Promise<number>;
  /**
   * Forgets every state older than `revision`. Without one, a marker is written first and the history before it goes,
   * so that every resourceVersion handed out so far has expired. Returns the revision compacted at.
   */
  compact(revision?: number): Promise<number>;
}

const READY_TIMEOUT_MS = 20_000;
/** Outside the API server's prefix: no informer sees it. */
const MARKER_KEY = 'informer-gen/compaction-marker';

/** Starts etcd in `folder` and waits until it answers. */
export async function startEtcd(program: string, folder: string): Promise<Etcd> {
  const data = join(folder, 'etcd');
  await mkdir(data, { recursive: true });
  const url = `http://127.0.0.1:${await freePort()}`;
  const peerUrl = `http://127.0.0.1:${await freePort()}`;
  const flags = {
    'data-dir': data,
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
    // The data lives as long as the test: a power cut may have it.
    'unsafe-no-fsync': 'true',
    // A lone member elects itself after one election timeout, by default a second.
    'heartbeat-interval': '10',
    'election-timeout': '100',
    // The default of 2 GB is full after a few hundred thousand writes of large objects.
    'quota-backend-bytes': String(8 * 1024 ** 3),
    'log-level': 'warn',
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const start = (): ChildServer => new ChildServer({ name: 'etcd', program, args, logFile: join(folder, 'etcd.log') });
  const ready = async (): Promise<boolean> => (await sendRequest(`${url}/health`)).status === 200;
  let server = start();
  try {
    await server.waitUntil(ready, READY_TIMEOUT_MS);
  } catch (error) {
    await server.kill9();
    throw error;
  }
  return {
    url,
    get server() {
      return server;
    },
    async restart() {
      await server.kill9();
      server = start();
      await server.waitUntil(ready, READY_TIMEOUT_MS);
    },
    revision: async () => await revisionOf(url),
    compact: async (revision) => await compact(url, revision ?? (await writeMarker(url))),
  };
}

/** Calls etcd's JSON gateway; its gRPC methods are POSTs there, with byte strings in base64. */
async function call(url: string, path: string, body: unknown): Promise<unknown> {
  const { status, text } = await sendRequest(`${url}${path}`, { method: 'POST', body });
  if (status !== 200) throw new Error(`etcd answered ${path} with ${status}: ${text.trim()}`);
  return JSON.parse(text);
}

async function compact(url: string, revision: number): Promise<number> {
  await call(url, '/v3/kv/compaction', { revision: String(revision), physical: true });
  return revision;
}

/**
 * A watch that resumes at resourceVersion N asks etcd for N + 1, which counts as compacted only if the compaction is
 * beyond that. Two writes put every earlier N on the far side.
 */
async function writeMarker(url: string): Promise<number> {
  const put = { key: Buffer.from(MARKER_KEY).toString('base64'), value: '' };
  await call(url, '/v3/kv/put', put);
  await call(url, '/v3/kv/put', put);
  return await revisionOf(url);
}

async function revisionOf(url: string): Promise<number> {
  const status = (await call(url, '/v3/maintenance/status', {})) as { header?: { revision?: string } };
  return Number(status.header?.revision);
}
