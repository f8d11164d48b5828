import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '@informer-gen/runtime';
import { parseYaml, SimulatedApiServer } from '@informer-gen/testing';
import { Output } from '../support/output.js';
import { informersChapter, listersChapter } from './cache-chapters.js';
import { controllerChapter } from './controller-chapter.js';
import { brokenConnectionChapter, missedDeleteChapter, statusChapter } from './fault-chapters.js';
import { crdFolder, generateChapter } from './generate-chapter.js';
import type { Stage } from './stage.js';
import type { Terminal } from './terminal.js';
import { writesChapter } from './writes-chapter.js';

/** How many chapters there are. */
export const CHAPTERS = 8;

/** Generates informers from the sample CRDs into `out`, and shows what they do when all goes well and when it does not. */
export async function runDemo(terminal: Terminal, out: string): Promise<void> {
  const startedAt = performance.now();
  terminal.title('informer-gen', 'typed, self-healing Kubernetes caches; no cluster needed for this');
  const { SharedInformerFactory, Clientset } = await generateChapter(terminal, out);

  await using server = await SimulatedApiServer.start({ crds: await readCrds() });
  await using client = await connect({ server: server.url, fieldManager: 'demo' });
  // Errors that have no caller come here; the chapters on faults show them as status.
  await using factory = new SharedInformerFactory(client, { onError: () => {} });
  const ended = new AbortController();
  const { signal } = ended;
  const events = new Output((line) => terminal.event(line), signal);
  const stage: Stage = { terminal, events, server, client, factory, clientset: new Clientset(client), signal };
  try {
    await informersChapter(stage);
    await listersChapter(stage);
    await writesChapter(stage);
    await using _controller = await controllerChapter(stage);
    await brokenConnectionChapter(stage);
    await missedDeleteChapter(stage);
    await statusChapter(stage);
  } finally {
    ended.abort(new Error('the demo has ended'));
  }
  terminal.end();
  whatNext(terminal, out, (performance.now() - startedAt) / 1000);
}

function whatNext(terminal: Terminal, out: string, seconds: number): void {
  terminal.title('What to try next', `this took ${seconds.toFixed(1)} s`);
  terminal.hints([
    ['npx informer-gen --crd ./crds', 'the same from your own CRDs, or with --openapi or --cluster'],
    ['npm run example', 'the parts one by one, each a small program'],
    ['examples/controller/', 'a whole controller to start from'],
    [path.relative(process.cwd(), out), 'what was generated just now'],
  ]);
}

async function readCrds(): Promise<unknown[]> {
  const files = (await readdir(crdFolder)).filter((file) => file.endsWith('.yaml'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(crdFolder, file), 'utf8')));
  return texts.flatMap((text) => parseYaml(text));
}
