import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { HandlerEvent } from '../support/handler-event.js';
import { oracleProgram } from './program.js';

/** What client-go's informer is to cache. */
export interface OracleOptions {
  /** As text. */
  readonly kubeconfig: string;
  readonly resource: { readonly group: string; readonly version: string; readonly plural: string };
  readonly namespace: string;
  readonly labelSelector: string;
}

/** client-go's own informer, in a process of its own. */
export class Oracle implements AsyncDisposable {
  /** What its handler was told. */
  readonly events: HandlerEvent[] = [];
  synced = false;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #folder: string;
  readonly #closed: Promise<unknown>;
  #log = '';

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, folder: string) {
    this.#child = child;
    this.#folder = folder;
    this.#closed = new Promise((resolve) => child.once('close', resolve));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as HandlerEvent | { readonly type: 'synced' };
      if (event.type === 'synced') this.synced = true;
      else this.events.push(event);
    });
    child.stderr.on('data', (chunk: Buffer) => (this.#log += chunk.toString('utf8')));
  }

  static async start({ kubeconfig, resource, namespace, labelSelector }: OracleOptions): Promise<Oracle> {
    const program = await oracleProgram.build();
    const folder = await mkdtemp(join(tmpdir(), 'informer-oracle-'));
    const file = join(folder, 'kubeconfig');
    await writeFile(file, kubeconfig, { mode: 0o600 });
    const flags = {
      kubeconfig: file,
      group: resource.group,
      version: resource.version,
      resource: resource.plural,
      namespace,
      'label-selector': labelSelector,
    };
    const args = Object.entries(flags).map(([name, value]) => `-${name}=${value}`);
    return new Oracle(spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] }), folder);
  }

  /** What it wrote on stderr: how it met the faults. */
  get log(): string {
    return this.#log;
  }

  /** It ends with its input. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    await this.#closed;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
