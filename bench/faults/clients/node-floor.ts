/**
 * The least that Node can do about a broken watch: its own HTTP/2, connected again in the moment in which the connection is gone, from the version that
 * was reached. It has no cache, handlers, credentials or deadlines, and tries every 100 ms where nobody answers.
 */
import { connect } from 'node:http2';
import type { ClientHttp2Session } from 'node:http2';
import { connect as connectTls, createSecureContext } from 'node:tls';
import { KubeConfig } from '@kubernetes/client-node';
import { collectionPath, printEvent, readClientArguments } from './print-line.js';

interface Line {
  readonly type: string;
  readonly object: {
    readonly metadata: { readonly namespace?: string; readonly name?: string; readonly resourceVersion: string };
  };
}

const RETRY_MS = 100;

const task = readClientArguments();
const config = new KubeConfig();
config.loadFromFile(task.kubeconfigPath);
const { server, caData } = config.getCurrentCluster()!;
const url = new URL(server);
const secureContext = createSecureContext({ ca: Buffer.from(caData!, 'base64') });
const authorization = `Bearer ${config.getCurrentUser()!.token}`;
const path = collectionPath(task);
const known = new Set<string>();
let version: string | undefined;
let tlsSession: Buffer | undefined;

function open(): void {
  const socket = connectTls({
    host: url.hostname,
    port: Number(url.port),
    secureContext,
    ALPNProtocols: ['h2'],
    session: tlsSession,
  });
  let isOpen = false;
  socket.on('session', (bytes) => (tlsSession = bytes));
  socket.on('error', () => {});
  socket.once('close', () => (isOpen ? open() : setTimeout(open, RETRY_MS)));
  socket.once('secureConnect', () => {
    isOpen = true;
    socket.setNoDelay(true);
    const session = connect(url.origin, { createConnection: () => socket });
    session.on('error', () => {});
    if (version === undefined) list(session);
    else watch(session, version);
  });
}

function list(session: ClientHttp2Session): void {
  let text = '';
  const stream = session.request({ ':path': path, authorization });
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  stream.on('end', () => {
    version = (JSON.parse(text) as Line['object']).metadata.resourceVersion;
    printEvent('synced');
    watch(session, version);
  });
}

function watch(session: ClientHttp2Session, from: string): void {
  let text = '';
  const stream = session.request({ ':path': `${path}?watch=true&resourceVersion=${from}`, authorization });
  stream.on('error', () => {});
  // Whatever ends it, the connection is made anew.
  stream.on('close', () => session.destroy());
  stream.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) take(JSON.parse(line) as Line);
  });
}

function take({ type, object }: Line): void {
  const { name = '', resourceVersion } = object.metadata;
  version = resourceVersion;
  const told = known.has(name) ? 'update' : 'add';
  known.add(name);
  printEvent(type === 'DELETED' ? 'delete' : told, object);
}

open();
