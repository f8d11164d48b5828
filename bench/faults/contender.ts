import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { oracleProgram } from '../../test/conformance/oracle/program.js';
import { bundleProgram } from '../lib/programs.js';
import type { ClientArguments, ClientLine } from './clients/print-line.js';

/** Who can be compared. */
export const CONTENDER_NAMES = ['client-go', 'ours h2', 'ours h1', 'client-node', 'node floor'] as const;

export type ContenderName = (typeof CONTENDER_NAMES)[number];

/** What a contender is to read. */
export type ContenderTask = Omit<ClientArguments, 'transport'>;

const WAIT_MS = 20;

/** An informer in a process of its own, and when its handler was told what. */
export class Contender implements AsyncDisposable {
  readonly name: ContenderName;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #ended: Promise<void>;
  readonly #firstSeen = new Map<string, number>();
  #synced = false;
  #alive = true;
  #log = '';

  private constructor(name: ContenderName, [program, ...args]: readonly [string, ...string[]]) {
    this.name = name;
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(JSON.parse(line) as ClientLine));
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#log = (this.#log + chunk.toString()).slice(-4000)));
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#alive = false;
        resolve();
      });
    });
  }

  static async start(name: ContenderName, task: ContenderTask): Promise<Contender> {
    return new Contender(name, await commandOf(name, task));
  }

  /** Its process runs. */
  get alive(): boolean {
    return this.#alive;
  }

  get synced(): boolean {
    return this.#synced;
  }

  /** The end of what it wrote on stderr. */
  get log(): string {
    return this.#log;
  }

  /** Whether its handler was told of this object in this state. */
  hasSeen(key: string, resourceVersion: string): boolean {
    return this.#firstSeen.has(`${key}@${resourceVersion}`);
  }

  /** When its handler was first told of this object, by `performance.now()`; undefined after `timeoutMs`, or its end. */
  async sees(key: string, timeoutMs: number): Promise<number | undefined> {
    const giveUpAt = performance.now() + timeoutMs;
    while (this.#alive && performance.now() < giveUpAt) {
      const seenAt = this.#firstSeen.get(key);
      if (seenAt !== undefined) return seenAt;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #take({ type, key, resourceVersion }: ClientLine): void {
    if (type === 'synced') this.#synced = true;
    if (key === undefined || type === 'delete') return;
    for (const id of [key, `${key}@${resourceVersion}`]) {
      if (!this.#firstSeen.has(id)) this.#firstSeen.set(id, performance.now());
    }
  }
}

async function commandOf(name: ContenderName, task: ContenderTask): Promise<readonly [string, ...string[]]> {
  if (name === 'client-go') {
    const { kubeconfigPath, group, plural, namespace } = task;
    const flags = { kubeconfig: kubeconfigPath, group, version: 'v1', resource: plural, namespace };
    return [await oracleProgram.build(), ...Object.entries(flags).map(([flag, value]) => `-${flag}=${value}`)];
  }
  const program = name === 'client-node' ? 'client-node' : name === 'node floor' ? 'node-floor' : 'ours';
  const transport = name === 'ours h1' ? 'http1' : 'http2';
  return [process.execPath, await bundled(program), JSON.stringify({ ...task, transport })];
}

/** What is bundled already, or being bundled, by the name of the client. */
const bundles = new Map<string, Promise<string>>();

function bundled(program: 'ours' | 'client-node' | 'node-floor'): Promise<string> {
  const bundle = bundles.get(program) ?? bundleProgram(`faults/clients/${program}`);
  bundles.set(program, bundle);
  return bundle;
}
