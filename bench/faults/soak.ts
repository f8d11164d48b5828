/**
 * Keeps an informer of many objects busy, with handlers that are slow, throw or never settle, while connections break.
 *
 *   npm run soak                          an hour, 20,000 objects, 500 changes a second
 *   npm run soak -- --minutes 5
 *
 *   --minutes N    default 60
 *   --objects N    default 20000
 *   --rate N       changes a second, if the server takes as many; default 500
 *   --seed N       of changes and breaks; default 1
 *   --svg FILE     the plot; default soak.svg
 *   --json FILE    every sample
 */
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { kubeconfigText } from '@informer-gen/testing';
import { startApiServer } from '../../testkit/real/start.js';
import type { NetworkFault } from '../../test/faults/schedules/plan/fault.js';
import { Random } from '../../test/faults/schedules/plan/random.js';
import { applyFault } from '../../test/faults/schedules/world/apply-fault.js';
import type { FaultTargets } from '../../test/faults/schedules/world/fault-targets.js';
import { Network } from '../../test/faults/schedules/world/network.js';
import { ReaderAccess, USER } from '../../test/faults/schedules/world/reader-access.js';
import { WriteClient } from '../../test/faults/schedules/write/write-client.js';
import { Churn } from './soak/churn.js';
import { plotSoak } from './soak/plot.js';
import type { Sample } from './soak/sample.js';
import { judge } from './soak/verdict.js';
import { positiveNumber, readCommandLine, wholeNumber } from '../../scripts/command-line.js';

const DAY_MS = 86_400_000;
const BREAKS: readonly NetworkFault[] = [
  { type: 'cut' },
  { type: 'refuse', forMs: 1500 },
  { type: 'hang', forMs: 1500 },
  { type: 'half-open', direction: 'both', forMs: 2000, endsWith: 'cut' },
  { type: 'slow', bytesPerSecond: 200_000, forMs: 3000 },
];

interface Settings {
  readonly minutes: number;
  readonly objects: number;
  readonly rate: number;
  readonly seed: number;
}

/** Breaks something every 20 to 60 seconds. Returns how often. */
async function breakAtTimes(targets: FaultTargets, random: Random, signal: AbortSignal): Promise<number> {
  for (let breaks = 0; ; breaks += 1) {
    await delay(random.integer(20_000, 60_000), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return breaks;
    await applyFault(targets, random.pick(BREAKS));
  }
}

/** Runs the informer in a process of its own and collects what it says of itself. */
async function sampleReader(args: readonly string[], forMs: number, signalEnd: () => void): Promise<Sample[]> {
  const program = fileURLToPath(new URL('soak/reader.ts', import.meta.url));
  const child = fork(program, [...args], {
    execArgv: ['--conditions=@informer-gen/source', '--import', 'tsx', '--expose-gc', '--max-old-space-size=8000'],
  });
  const samples: Sample[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code, signal) => reject(new Error(`the informer's process ended with ${code ?? signal}`)));
      child.on('message', (message) => {
        const sample = message as Sample;
        samples.push(sample);
        if (samples.length % 60 === 0) console.error(progress(sample));
        if (sample.atMs >= forMs) resolve();
      });
    });
  } finally {
    signalEnd();
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
  }
  return samples;
}

function progress({ atMs, heapBytes, rssBytes, sockets, backlog, events }: Sample): string {
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  return `${Math.round(atMs / 60_000)} min: heap ${megabytes(heapBytes)}, RSS ${megabytes(rssBytes)}, ${sockets} sockets, ${events} events, waiting ${JSON.stringify(backlog)}`;
}

async function soak({ minutes, objects, rate, seed }: Settings): Promise<{ samples: Sample[]; title: string }> {
  const random = new Random(seed);
  await using server = await startApiServer({ audit: false });
  await using network = await Network.start([server]);
  await using access = await ReaderAccess.grant(server, DAY_MS);
  using client = new WriteClient({ urls: [server.url], ca: server.caPem, token: server.adminToken });
  const namespace = await server.createNamespace('soak');
  const churn = new Churn({ client, namespace, objects, random: random.fork() });
  console.error(`creating ${objects} objects`);
  await churn.fill();
  const kubeconfig = join(access.folder, 'kubeconfig');
  const url = `https://127.0.0.1:${network.passed.port}`;
  await writeFile(
    kubeconfig,
    kubeconfigText({ url, caPem: server.caPem, credentials: { token: server.tokenFor(USER) } }),
  );
  const nobody = { noteCrdDeletion: () => undefined, suspend: () => undefined, resume: () => undefined };
  const targets: FaultTargets = { servers: [server], network, access, writer: nobody, reader: nobody };
  const stop = new AbortController();
  const changing = churn.run(rate, stop.signal);
  const breaking = breakAtTimes(targets, random.fork(), stop.signal);
  const samples = await sampleReader([kubeconfig, namespace], minutes * 60_000, () => stop.abort());
  const breaks = await breaking;
  await changing;
  const perSecond = Math.round(churn.changes / ((samples.at(-1)?.atMs ?? 1) / 1000));
  return { samples, title: `soak: ${minutes} minutes, ${objects} objects, ${perSecond} changes/s, ${breaks} breaks` };
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const files = { svg: text, json: text };
  const { values } = readCommandLine(import.meta.url, {
    options: { minutes: text, objects: text, rate: text, seed: text, ...files },
  });
  const objects = wholeNumber('objects', values.objects ?? '20000');
  const { samples, title } = await soak({
    minutes: positiveNumber('minutes', values.minutes ?? '60'),
    objects,
    rate: positiveNumber('rate', values.rate ?? '500'),
    seed: wholeNumber('seed', values.seed ?? '1', 0),
  });
  await writeFile(values.svg ?? 'soak.svg', plotSoak(samples, title));
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(samples));
  console.log(title);
  // What a handler may have waiting: its limit and a batch and, for each object, its initial add, a deletion and an add.
  const backlog = 11_000 + 3 * objects;
  const limits = { heapMegabytesPerHour: 20, sockets: 8, timers: 40, loopHeldMs: 50, backlog };
  const findings = judge(samples, limits);
  const words = { good: 'ok', bad: 'BAD', unknown: 'UNKNOWN' } as const;
  for (const { text: line, verdict } of findings) console.log(`  ${words[verdict]}: ${line}`);
  if (findings.some(({ verdict }) => verdict !== 'good')) process.exitCode = 1;
}

await main();
