/** The least that Node can do: split lines, JSON.parse each, put it in a Map. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { memory, peakRss, print, readArguments, sendEvents, setting, Stopwatch, watchLoop } from './measure.js';

interface Pod {
  readonly metadata: { readonly namespace: string; readonly name: string };
}

const { url, objects, events, variant } = readArguments();
const path =
  '/api/v1/pods?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
const windowBytes = 8 * 1024 * 1024;
const pods = new Map<string, Pod>();
let seen = 0;
let onEnd: () => void = () => {};

function handle(line: string): void {
  const event = JSON.parse(line) as { type: string; object: Pod };
  if (event.type === 'BOOKMARK') return onEnd();
  pods.set(`${event.object.metadata.namespace}/${event.object.metadata.name}`, event.object);
  if (event.type === 'MODIFIED' && ++seen === events) onEnd();
}

function readLines(body: Readable): void {
  let rest = '';
  const decoder = new TextDecoder();
  body.on('data', (chunk: Buffer) => {
    const text = rest + decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n', from); end !== -1; end = text.indexOf('\n', from)) {
      handle(text.slice(from, end));
      from = end + 1;
    }
    rest = text.slice(from);
  });
}

/** A kubeconfig as the test harness writes it: JSON, with a token. */
function access(): { server: string; ca: Buffer; token: string } {
  const config = JSON.parse(readFileSync(setting('KUBECONFIG') ?? '', 'utf8')) as {
    clusters: [{ cluster: { server: string; 'certificate-authority-data': string } }];
    users: [{ user: { token: string } }];
  };
  const { cluster } = config.clusters[0];
  const ca = Buffer.from(cluster['certificate-authority-data'], 'base64');
  return { server: cluster.server, ca, token: config.users[0].user.token };
}

/** Opens the watch; gives what closes it. */
function open(): () => void {
  if (setting('KUBECONFIG') === undefined) {
    const sent = request(`${url}${path}`, readLines);
    sent.end();
    return () => sent.destroy();
  }
  const { server, ca, token } = access();
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  if (variant !== 'http2') {
    const sent = httpsRequest(`${server}${path}`, { ca, headers }, readLines);
    sent.end();
    return () => sent.destroy();
  }
  const session = connect(server, { ca, settings: { initialWindowSize: windowBytes } });
  session.once('connect', () => session.setLocalWindowSize(windowBytes));
  readLines(session.request({ ':path': path, ...headers }));
  return () => session.destroy();
}

const before = await memory();
const loop = watchLoop();
let watch = new Stopwatch();
const synced = new Promise<void>((resolve) => (onEnd = resolve));
const close = open();
await synced;
const sync = watch.read();
const loopFigures = loop();
const peak = peakRss();
const after = await memory();
const found = pods.size;
const done = new Promise<void>((resolve) => (onEnd = resolve));
watch = new Stopwatch();
if (events > 0) {
  await sendEvents(url, events);
  await done;
}
const update = watch.read();
print({
  client: `Node floor${variant === '' ? '' : `, ${variant}`}`,
  objects: found,
  syncMs: sync.ms,
  syncCpuMs: sync.cpuMs,
  ...(events > 0 && { eventsMs: update.ms, eventsCpuMs: update.cpuMs }),
  heapPerObject: (after.held - before.held) / objects,
  rssPerObject: (after.rss - before.rss) / objects,
  peakRss: peak,
  steadyRss: after.rss,
  ...loopFigures,
});
close();
