import diagnostics from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import http2 from 'node:http2';
import { ApiError } from '@informer-gen/runtime';
import { LeaseLock } from '../../../runtime/src/controller/election/lease-lock.js';
import { WriteFence } from '../../../runtime/src/controller/election/write-fence.js';
import type { LeaseAnswer, LogLine } from './log-line.js';
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
 * says that it does; and the moment at which the fence was asked, if that was in the same turn of the event loop. Prints
 * also each answer about the Lease, right before the elector receives it.
 */
export function observeRequests(): void {
  observeFence();
  observeLock();
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

/** Prints what the lock returns and throws, before its caller continues. */
function observeLock(): void {
  const { prototype } = LeaseLock;
  // The methods are only wrapped, and called on their own lock.
  // oxlint-disable-next-line typescript/unbound-method
  const { get, create, update } = prototype;
  prototype.get = async function observedGet(this: LeaseLock, options) {
    const found = await get.call(this, options).catch(printRefusal('get'));
    printLine({ type: 'lease', at: nowMs(), verb: 'get', holder: found?.holderIdentity ?? '' });
    return found;
  };
  prototype.create = async function observedCreate(this: LeaseLock, record, options) {
    await create.call(this, record, options).catch(printRefusal('create'));
    printLine({ type: 'lease', at: nowMs(), verb: 'create', holder: record.holderIdentity });
  };
  prototype.update = async function observedUpdate(this: LeaseLock, record, options) {
    await update.call(this, record, options).catch(printRefusal('update'));
    printLine({ type: 'lease', at: nowMs(), verb: 'update', holder: record.holderIdentity });
  };
}

function printRefusal(verb: LeaseAnswer['verb']): (thrown: unknown) => never {
  return (thrown) => {
    const status = thrown instanceof ApiError ? thrown.statusCode : undefined;
    printLine({ type: 'lease', at: nowMs(), verb, status });
    throw thrown;
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
