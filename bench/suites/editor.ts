import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { column } from '../lib/columns.js';
import { goal } from '../lib/goal.js';
import type { Options } from '../lib/options.js';
import { rootFolder } from '../lib/programs.js';
import type { SuiteResult } from '../lib/result.js';
import { CommandError } from '../lib/run-command.js';
import { medians, type Numbers } from '../lib/stats.js';
import { watchProcess } from '../lib/watched-process.js';
import { corpusBytes, defaultCrds, prepareCorpus } from './generator-corpus.js';
import { installPeer, ourGenerators } from './generator-peers.js';

/** How many completions are asked for, each on the object of another lister. */
const QUESTIONS = 20;

/** How long an editor waits: tsserver of TypeScript 5.9 in a project with all that was generated from the corpus. */
export async function editorSuite({ rounds, crds = defaultCrds(), objects }: Options): Promise<SuiteResult> {
  const corpus = await prepareCorpus(crds, objects ?? corpusBytes);
  const tsserver = join(await installPeer('typescript'), 'node_modules', 'typescript', 'lib', 'tsserver.js');
  const generators = (await ourGenerators()).filter(({ id }) => id === 'ours' || id === 'ours-js');
  const found = generators.map((generator) => ({ generator, rounds: [] as Numbers[] }));
  for (let round = 1; round <= rounds; round++) {
    for (const { generator, rounds: figures } of found) {
      process.stderr.write(`round ${round} of ${rounds}: ${generator.name}\n`);
      const work = await mkdtemp(join(tmpdir(), 'informer-gen-editor-'));
      try {
        const command = generator.command?.(corpus, join(work, 'generated')) ?? ['false'];
        const { exitCode, output } = await watchProcess(command, { cwd: work });
        if (exitCode !== 0) throw new CommandError(output);
        figures.push(await askForCompletions(work, tsserver));
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    }
  }
  const rows = found.map(({ generator: { id, name }, rounds: figures }) => {
    return { id, name, figures: medians(figures), rounds: figures, errors: [] };
  });
  return {
    suite: 'editor',
    settings: { CRDs: corpus.crds, completions: QUESTIONS, rounds },
    rows,
    columns: [
      column('first ms', 'firstMs', { digits: 0 }),
      column('median ms', 'medianMs', { digits: 1 }),
      column('longest ms', 'longestMs', { digits: 1 }),
    ],
    goals: rows.map(({ name, figures }) =>
      goal({ section: 'editor', text: `${name}: a completion to 100 ms`, of: figures['medianMs'], by: 100, atMost: 1 }),
    ),
  };
}

/** Asks for the members of an object of twenty listers, one after the other; the first question loads the project. */
async function askForCompletions(work: string, tsserver: string): Promise<Numbers> {
  const accessors = await accessorsIn(join(work, 'generated', 'README.md'));
  const step = Math.max(1, Math.floor(accessors.length / (QUESTIONS + 1)));
  const asked = accessors.filter((_, i) => i % step === 0).slice(0, QUESTIONS + 1);
  const lines = asked.map((accessor) => `factory.${accessor}.lister().list()[0]!.;`);
  const head = [
    "import { SharedInformerFactory } from './generated/index.js';",
    'declare const factory: SharedInformerFactory;',
  ];
  const file = join(work, 'main.ts');
  await writeFile(file, [...head, ...lines, ''].join('\n'));
  await writeFile(join(work, 'tsconfig.json'), JSON.stringify(projectOptions()));
  const server = new EditorServer(tsserver);
  try {
    server.tell('open', { file });
    const times: number[] = [];
    for (const [i, line] of lines.entries()) {
      const startedAt = performance.now();
      const names = await server.ask('completionInfo', { file, line: head.length + i + 1, offset: line.length });
      times.push(performance.now() - startedAt);
      if (!names.includes('metadata')) throw new CommandError(`no completion of ${line}: ${names.slice(0, 10).join()}`);
    }
    const [firstMs = Number.NaN, ...others] = times;
    const sorted = others.sort((a, b) => a - b);
    return { firstMs, medianMs: sorted[sorted.length >> 1] ?? Number.NaN, longestMs: sorted.at(-1) ?? Number.NaN };
  } finally {
    server.close();
  }
}

/** `exampleCom.v1.widgets`, of every resource, as the output's own page lists them. */
async function accessorsIn(readme: string): Promise<string[]> {
  const text = await readFile(readme, 'utf8');
  return Array.from(text.matchAll(/^\|[^|]*\|[^|]*\| *`([\w.]+)`/gm), ([, accessor = '']) => accessor);
}

function projectOptions(): object {
  const runtime = join(rootFolder, 'runtime', 'dist');
  const paths = {
    '@informer-gen/runtime/codegen/v1': [join(runtime, 'codegen', 'v1.d.ts')],
    '@informer-gen/runtime': [join(runtime, 'index.d.ts')],
  };
  const lib = ['es2022', 'esnext.disposable', 'dom'];
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: 'esnext' };
  return {
    compilerOptions: { ...options, moduleResolution: 'bundler', target: 'es2022', lib, paths },
    files: ['main.ts'],
  };
}

/** The part of tsserver's protocol that an editor needs to complete names. */
class EditorServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (names: readonly string[]) => void>();
  #sequence = 0;
  #text = '';

  constructor(tsserver: string) {
    this.#process = spawn(process.execPath, [tsserver, '--disableAutomaticTypingAcquisition'], { stdio: 'pipe' });
    this.#process.stdout.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk));
  }

  tell(command: string, args: object): number {
    this.#sequence += 1;
    const request = { seq: this.#sequence, type: 'request', command, arguments: args };
    this.#process.stdin.write(`${JSON.stringify(request)}\n`);
    return this.#sequence;
  }

  async ask(command: string, args: object): Promise<readonly string[]> {
    return await new Promise((resolve) => this.#waiting.set(this.tell(command, args), resolve));
  }

  close(): void {
    this.#process.kill();
  }

  /** Each message is a line of JSON after a header with its length. */
  #read(chunk: string): void {
    const lines = (this.#text + chunk).split('\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      const message = JSON.parse(line) as Message;
      if (message.type !== 'response' || message.request_seq === undefined) continue;
      this.#waiting.get(message.request_seq)?.(message.body?.entries?.map(({ name }) => name) ?? []);
      this.#waiting.delete(message.request_seq);
    }
  }
}

interface Message {
  readonly type: string;
  readonly request_seq?: number;
  readonly body?: { readonly entries?: readonly { readonly name: string }[] };
}
