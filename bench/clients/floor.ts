/** The least that Node can do: split lines, JSON.parse each, put it in a Map. */
import { request } from 'node:http';
import { memory, peakRss, print, readArguments, sendEvents, Stopwatch } from './measure.js';

interface Pod {
  readonly metadata: { readonly namespace: string; readonly name: string };
}

const { url, objects, events } = readArguments();
const before = await memory();
const pods = new Map<string, Pod>();
let seen = 0;
let onEnd: () => void = () => {};

function handle(line: string): void {
  const event = JSON.parse(line) as { type: string; object: Pod };
  if (event.type === 'BOOKMARK') return onEnd();
  pods.set(`${event.object.metadata.namespace}/${event.object.metadata.name}`, event.object);
  if (event.type === 'MODIFIED' && ++seen === events) onEnd();
}

let rest = '';
const decoder = new TextDecoder();
let watch = new Stopwatch();
const synced = new Promise<void>((resolve) => (onEnd = resolve));
const open = request(
  `${url}/api/v1/pods?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
  (response) => {
    response.on('data', (chunk: Buffer) => {
      const text = rest + decoder.decode(chunk, { stream: true });
      let from = 0;
      for (let end = text.indexOf('\n', from); end !== -1; end = text.indexOf('\n', from)) {
        handle(text.slice(from, end));
        from = end + 1;
      }
      rest = text.slice(from);
    });
  },
);
open.end();
await synced;
const sync = watch.read();
const peak = peakRss();
const after = await memory();
const done = new Promise<void>((resolve) => (onEnd = resolve));
watch = new Stopwatch();
if (events > 0) {
  await sendEvents(url, events);
  await done;
}
const update = watch.read();
print({
  client: 'Node floor',
  syncMs: sync.ms,
  syncCpuMs: sync.cpuMs,
  eventsMs: update.ms,
  eventsCpuMs: update.cpuMs,
  heapPerObject: (after.held - before.held) / objects,
  rssPerObject: (after.rss - before.rss) / objects,
  peakRss: peak,
  steadyRss: after.rss,
});
open.destroy();
