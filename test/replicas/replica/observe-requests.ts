import diagnostics from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import http2 from 'node:http2';
import { WriteFence } from '../../../runtime/src/controller/election/write-fence.js';
import type { LogLine } from './log-line.js';
import { nowMs } from './now.js';

/** At once, so that a process that is killed has printed what it did. */
export function printLine(line: LogLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

let lastId = 0;
let checkedAt: number | undefined;

function printRequest(method: string, path: string): number {
  lastId += 1;
  printLine({ type: 'request', id: lastId, method, path, sentAt: nowMs(), checkedAt });
  return lastId;
}

/**
 * Prints every request of this process that writes, where Node hands its bytes to the connection, and not where our code
 * says that it does; and the moment at which the fence was asked, if that was in the same turn of the event loop.
 */
export function observeRequests(): void {
  observeFence();
  observeHttp1();
  observeHttp2();
}

function observeFence(): void {
  // The method is only wrapped, and called on its own fence.
  // oxlint-disable-next-line typescript/unbound-method
  const original = WriteFence.prototype.beforeWrite;
  WriteFence.prototype.beforeWrite = function beforeWrite(this: WriteFence): void {
    const at = nowMs();
    original.call(this);
    checkedAt = at;
    queueMicrotask(() => (checkedAt = undefined));
  };
}

function observeHttp1(): void {
  const ids = new WeakMap<ClientRequest, number>();
  diagnostics.subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    if (request.method !== 'GET') ids.set(request, printRequest(request.method, request.path));
  });
  diagnostics.subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    const id = ids.get(request);
    if (id !== undefined) printLine({ type: 'answer', id, at: nowMs(), status: response.statusCode ?? 0 });
  });
}

type Connect = (...args: unknown[]) => http2.ClientHttp2Session;

function observeHttp2(): void {
  const module = http2 as { connect: Connect };
  const { connect } = module;
  module.connect = (...args) => {
    const session = connect(...args);
    const send = session.request.bind(session);
    session.request = (headers, options) => {
      const { ':method': method = 'GET', ':path': path = '' } = headers as { ':method'?: string; ':path'?: string };
      if (method === 'GET') return send(headers, options);
      const id = printRequest(method, path);
      const stream = send(headers, options);
      stream.once('response', ({ ':status': status = 0 }) => {
        printLine({ type: 'answer', id, at: nowMs(), status });
      });
      return stream;
    };
    return session;
  };
}
