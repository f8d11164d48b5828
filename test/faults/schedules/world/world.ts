import type { ApiServer } from '../../../../testkit/real/api-server.js';
import { startApiServer } from '../../../../testkit/real/start.js';
import { trueObject } from '../check/truth.js';
import type { PlainObject, TrueObject, Truth } from '../check/truth.js';
import { Random } from '../plan/random.js';
import type { Schedule } from '../plan/schedule.js';
import type { Mode } from '../read/modes.js';
import { Reader } from '../read/reader.js';
import { WriteClient } from '../write/write-client.js';
import { Writer } from '../write/writer.js';
import { Network } from './network.js';
import { ReaderAccess } from './reader-access.js';
import type { FaultTargets } from './fault-targets.js';
import { createWidgetCrd, WIDGET_GROUP } from './widget-crd.js';

/** The first certificate expires behind the first seconds of a schedule: the start of the informers takes some. */
const CERTIFICATE_SLACK_MS = 12_000;
const LONG_MS = 86_400_000;

/** Everything that a fault can be done to: servers, network, rights, the writer, and the process of the informers. */
export class World implements FaultTargets, AsyncDisposable {
  readonly servers: readonly [ApiServer, ...ApiServer[]];
  readonly network: Network;
  readonly access: ReaderAccess;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly #namespaces: readonly string[];
  readonly #stack: AsyncDisposableStackLike;

  private constructor(parts: Parts, stack: AsyncDisposableStackLike) {
    this.servers = parts.servers;
    this.network = parts.network;
    this.access = parts.access;
    this.writer = parts.writer;
    this.reader = parts.reader;
    this.#namespaces = parts.namespaces;
    this.#stack = stack;
  }

  /** Starts all of it; resolves when every informer has synced. */
  static async start(schedule: Schedule, modes: readonly Mode[]): Promise<World> {
    const stack = new AsyncDisposableStackLike();
    try {
      const world = new World(await startParts(schedule, modes, stack), stack);
      await world.reader.ask('wait-for-sync');
      return world;
    } catch (error) {
      await stack[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** What is there, by quorum reads. */
  async truth(): Promise<Truth> {
    const list = async (path: string): Promise<TrueObject[]> => {
      const { items } = await this.servers[0].json<{ items: readonly PlainObject[] }>(path);
      return items.filter(({ metadata }) => this.#namespaces.includes(metadata.namespace ?? '')).map(trueObject);
    };
    return { configmaps: await list('/api/v1/configmaps'), widgets: await list(`/apis/${WIDGET_GROUP}/v1/widgets`) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]();
  }
}

interface Parts extends Pick<World, 'servers' | 'network' | 'access' | 'writer' | 'reader'> {
  readonly namespaces: readonly string[];
}

async function startParts(schedule: Schedule, modes: readonly Mode[], stack: AsyncDisposableStackLike): Promise<Parts> {
  const startedAt = performance.now();
  const server = stack.use(
    await startApiServer({ audit: false, watchCache: schedule.watchCache, flags: { 'goaway-chance': '0.02' } }),
  );
  const servers: [ApiServer, ...ApiServer[]] = [server];
  if (schedule.servers === 2) servers.push(await server.startPeer());
  await createWidgetCrd(servers);
  const namespaces = [];
  for (const prefix of ['a', 'b', 'c']) namespaces.push(await server.createNamespace(prefix));
  const network = stack.use(await Network.start(servers));
  const access = stack.use(await ReaderAccess.grant(server, LONG_MS));
  const client = new WriteClient({ urls: servers.map(({ url }) => url), ca: server.caPem, token: server.adminToken });
  stack.defer(async () => client[Symbol.dispose]());
  const random = new Random(schedule.seed).fork();
  const writer = new Writer({ client, namespaces, widgetGroup: WIDGET_GROUP, random });
  await writer.fill();
  // On a busy machine the informers take longer to start, as the servers did.
  const slackMs = Math.max(CERTIFICATE_SLACK_MS, 2 * (performance.now() - startedAt));
  await access.renewCertificate(certificateForMs(schedule, slackMs));
  const { tokenFile, certificateFile, keyFile } = access;
  const ports = { ended: network.ended.port, passed: network.passed.port };
  const files = { tokenFile, certificateFile, keyFile };
  const task = { ports, ca: server.caPem, ...files, namespaces, widgetGroup: WIDGET_GROUP, modes };
  const reader = stack.use(new Reader(task));
  return { servers, network, access, writer, reader, namespaces };
}

/** One that is to expire is valid until then; others outlive the run. */
function certificateForMs({ steps }: Schedule, slackMs: number): number {
  const step = steps.find(({ fault }) => fault.type === 'expire-client-certificate');
  return step === undefined ? LONG_MS : step.atMs + slackMs;
}

/** Disposes of what it was given, the last first. (Node 20 has no `AsyncDisposableStack`.) */
class AsyncDisposableStackLike implements AsyncDisposable {
  readonly #callbacks: (() => PromiseLike<void>)[] = [];

  use<T extends AsyncDisposable>(resource: T): T {
    this.defer(() => resource[Symbol.asyncDispose]());
    return resource;
  }

  defer(callback: () => PromiseLike<void>): void {
    this.#callbacks.push(callback);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const callback of this.#callbacks.splice(0).reverse()) await callback();
  }
}
