import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { GoProgram } from '../../setup/go-program.js';
import type { LogLine } from './log-line.js';
import type { ReplicaSettings } from './settings.js';

/** Whose elector and whose writes. */
export type ReplicaKind = 'ours' | 'client-go';

export const clientGoReplica = new GoProgram('replica', fileURLToPath(new URL('../go/', import.meta.url)));

const program = fileURLToPath(new URL('replica.ts', import.meta.url));

/** A replica in a process of its own, and what it has printed. */
export class ReplicaProcess {
  readonly kind: ReplicaKind;
  readonly identity: string;
  readonly lines: LogLine[] = [];
  stderr = '';
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<void>;
  #hasEnded = false;

  private constructor(kind: ReplicaKind, identity: string, command: readonly [string, ...string[]]) {
    this.kind = kind;
    this.identity = identity;
    const [file, ...args] = command;
    this.#child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.lines.push(JSON.parse(line) as LogLine));
    this.#child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString('utf8')));
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#hasEnded = true;
        resolve();
      });
    });
  }

  static async start(kind: ReplicaKind, settings: ReplicaSettings): Promise<ReplicaProcess> {
    const { identity, namespace, kubeconfigPath, times } = settings;
    if (kind === 'ours') {
      const node = [process.execPath, '--conditions=@informer-gen/source', '--import', 'tsx'] as const;
      return new ReplicaProcess(kind, identity, [...node, program, JSON.stringify(settings)]);
    }
    const flags = {
      kubeconfig: kubeconfigPath,
      namespace,
      identity,
      'lease-ms': times.leaseDurationMs,
      'renew-ms': times.renewDeadlineMs,
      'retry-ms': times.retryPeriodMs,
    };
    const args = Object.entries(flags).map(([name, value]) => `-${name}=${value}`);
    return new ReplicaProcess(kind, identity, [await clientGoReplica.build(), ...args]);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether it has printed a line of this type. */
  has(type: LogLine['type']): boolean {
    return this.lines.some((line) => line.type === type);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Resolves when it has ended. */
  whenEnded(): Promise<void> {
    return this.#ended;
  }
}
