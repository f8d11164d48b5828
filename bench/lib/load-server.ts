import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { buildLoadServer } from './programs.js';

export interface LoadServerOptions {
  readonly objects: number;
  /** How large a pod is, as JSON. Default 4300. */
  readonly bytes?: number;
  /** Number of namespaces that the pods are spread over, ten pods at a time. Default 50. */
  readonly namespaces?: number;
}

/** A running load server. It ends with this process, however that ends. */
export class LoadServer implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;

  private constructor(url: string, child: ChildProcessByStdio<Writable, Readable, null>) {
    this.url = url;
    this.#child = child;
  }

  static async start({ objects, bytes = 4300, namespaces = 50 }: LoadServerOptions): Promise<LoadServer> {
    const program = await buildLoadServer();
    const sizes = { objects, bytes, namespaces };
    const args = Object.entries(sizes).flatMap(([name, value]) => [`-${name}`, String(value)]);
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return new LoadServer(await firstLine(child), child);
  }

  /** What an object weighs on the wire, and without its managedFields, in bytes; the mean of a page of them. */
  async objectBytes(): Promise<{ full: number; stripped: number }> {
    const response = await fetch(`${this.url}/api/v1/pods?limit=200`);
    const { items } = (await response.json()) as { items: { metadata: { managedFields?: unknown } }[] };
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const full = mean(items.map((item) => Buffer.byteLength(JSON.stringify(item))));
    for (const { metadata } of items) delete metadata.managedFields;
    return { full, stripped: mean(items.map((item) => Buffer.byteLength(JSON.stringify(item)))) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }
}

async function firstLine(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('\n')) return text.trim();
  }
  throw new Error('the load server ended before it said where it listens');
}
