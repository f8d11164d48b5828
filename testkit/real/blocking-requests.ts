import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { packagedFile } from './package-files.js';
import type { PlainResponse } from './request.js';

/** Where requests go, and as whom. */
export interface BlockingRequestsOptions {
  readonly url: string;
  /** PEM of the authority to trust. */
  readonly ca: string;
  readonly token: string;
}

/** One request. */
export interface BlockingRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Default application/json. */
  readonly contentType?: string | undefined;
}

/** How long an answer may take. */
const TIMEOUT_MS = 30_000;

/**
 * Requests whose answers are returned, and not promised, so that a test reads the same on a real server as on a simulated one.
 * Another thread sends them; this one stands still meanwhile. Never to be used outside of tests.
 */
export class BlockingRequests implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  /** 1 when the answer is there. */
  readonly #flag = new Int32Array(new SharedArrayBuffer(4));

  constructor({ url, ca, token }: BlockingRequestsOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(packagedFile('blocking-requests-worker.mjs'), {
      workerData: { url, ca, token, port: port2, flag: this.#flag.buffer },
      transferList: [port2],
      // Loaders of the test's own process are of no use to it.
      execArgv: [],
    });
    this.#worker.unref();
    this.#port.unref();
  }

  send(request: BlockingRequest): PlainResponse {
    Atomics.store(this.#flag, 0, 0);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
    this.#port.postMessage({ contentType: 'application/json', ...request });
    Atomics.wait(this.#flag, 0, 0, TIMEOUT_MS);
    const answer = receiveMessageOnPort(this.#port)?.message as (PlainResponse & { error?: string }) | undefined;
    const what = `${request.method} ${request.path}`;
    if (answer === undefined) throw new Error(`${what}: no answer within ${TIMEOUT_MS / 1000} s`);
    if (answer.error !== undefined) throw new Error(`${what}: ${answer.error}`);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }
}
