import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InformerError } from '../api/informer-error.js';
import { listening } from '../api/listening.js';
import type { Clock } from '../async/clock.js';
import { realClock } from '../async/clock.js';
import type { InspectorSubject } from './collect/collector.js';
import { Collector } from './collect/collector.js';
import type { GuardOptions } from './http/guard.js';
import { Guard, isLoopback } from './http/guard.js';
import type { InspectionSource } from './http/routes.js';
import { Routes } from './http/routes.js';
import { Stream } from './http/stream.js';
import type { Inspection } from './model/inspection.js';

/** What an inspector can be told, wherever it is served. */
export interface InspectorHandlerOptions extends GuardOptions {
  /**
   * Where it is mounted, for a server that leaves the path whole, as `node:http` does: `/debug/inspector`. Default `''`; also
   * below express's `app.use('/debug/inspector', handler)`, which takes the path off.
   */
  readonly basePath?: string | undefined;
  /** Resources beyond Secrets whose values are hidden: `['sealedkeys.example.com']`. Default: none. */
  readonly masked?: readonly string[] | undefined;
  /** How many pages may be live at once. Default 8. */
  readonly maxStreams?: number | undefined;
  /** How often a live page gets a new state. Default 1000. */
  readonly intervalMs?: number | undefined;
  /** The clock of what is inspected. Default: the machine's. */
  readonly clock?: Clock | undefined;
}

/** Where an inspector is served. */
export interface InspectorOptions extends InspectorHandlerOptions {
  /** 0: any that is free. */
  readonly port: number;
  /** The address to listen on; one beyond loopback needs a token. Default `127.0.0.1`. */
  readonly host?: string | undefined;
}

/** Answers the requests of an inspector, in a server of the program's own. Disposing of it ends its streams and observing. */
export interface InspectorHandler extends Disposable {
  (request: IncomingMessage, response: ServerResponse): void;
  /** What it would show now. */
  inspection(): Inspection;
}

/** An inspector that is served. Disposing of it closes the server. */
export interface Inspector extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** What it would show now. */
  inspection(): Inspection;
}

/**
 * Serves a page that shows what the informers and controllers of this process do, live: see docs/inspector.md. Only this
 * machine is answered, unless it is told to listen elsewhere, which needs a token. It does not keep the process alive.
 *
 * @example
 * await using inspector = await serveInspector({ manager }, { port: 9230 });
 * console.log(inspector.url);                    // http://127.0.0.1:9230/
 */
export async function serveInspector(subject: InspectorSubject, options: InspectorOptions): Promise<Inspector> {
  const { port, host = '127.0.0.1', ...rest } = options;
  if (!isLoopback(host) && rest.token === undefined)
    throw new InformerError('Configuration', `an inspector on ${host} can be reached from elsewhere: give it a token`);
  const handler = inspectorHandler(subject, rest);
  const server = createServer({ maxHeaderSize: 16_384, headersTimeout: 5000, requestTimeout: 10_000 }, handler);
  server.maxConnections = 64;
  try {
    await listening(server, { port, host, purpose: 'the inspector', otherwise: 'the inspector cannot be served' });
  } catch (thrown) {
    handler[Symbol.dispose]();
    throw thrown;
  }
  server.unref();
  const { port: bound, address, family } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  return {
    url: `http://${name}:${bound}${rest.basePath ?? ''}/`,
    port: bound,
    inspection: () => handler.inspection(),
    async [Symbol.asyncDispose]() {
      handler[Symbol.dispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The same without a server: a handler for `node:http`, express and the like. It observes from now on.
 *
 * @example
 * import { createServer } from 'node:http';
 *
 * using inspector = inspectorHandler({ factory }, { basePath: '/debug/inspector' });
 * createServer((request, response) => {
 *   if (request.url?.startsWith('/debug/inspector')) inspector(request, response);
 *   else response.end('the program itself');
 * });
 */
export function inspectorHandler(subject: InspectorSubject, options: InspectorHandlerOptions = {}): InspectorHandler {
  const { basePath = '', masked = [], clock = realClock, maxStreams = 8, intervalMs = 1000 } = options;
  if (basePath !== '' && !/^(\/[\w.~-]+)+$/.test(basePath))
    throw new InformerError('Configuration', `basePath ${JSON.stringify(basePath)}: it is like /debug/inspector`);
  const guard = new Guard(options);
  const collector = new Collector(subject, { clock, masked });
  let sent = 0;
  const next = (): { readonly [event: string]: unknown } => {
    const { events, sequence } = collector.eventsSince(sent);
    sent = sequence;
    return { inspection: collector.inspection(), ...(events.length > 0 && { events }) };
  };
  const stream = new Stream({ clock: realClock, intervalMs, maxClients: maxStreams, next });
  const source: InspectionSource = {
    inspection: () => collector.inspection(),
    events: (query) => collector.events(query),
    objects: (id, query) => collector.objects(id, query),
    object: (id, key) => collector.object(id, key),
    key: (controller, key) => collector.key(controller, key),
    first: () => ({ inspection: collector.inspection(), events: collector.events({ limit: 200 }) }),
  };
  const routes = new Routes({ guard, source, stream, basePath });
  const handle = (request: IncomingMessage, response: ServerResponse): void => routes.handle(request, response);
  return Object.assign(handle, {
    inspection: () => collector.inspection(),
    [Symbol.dispose]: () => {
      stream.close();
      collector[Symbol.dispose]();
    },
  });
}
