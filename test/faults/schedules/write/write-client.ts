import https from 'node:https';

/** What came of one request; `status` 0 where no answer came. */
export interface WriteAnswer {
  readonly status: number;
  readonly text: string;
}

/** One request that writes. */
export interface WriteRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** Whom to write to, and as whom. */
export interface WriteClientOptions {
  /** The servers' URLs: requests take turns. */
  readonly urls: readonly string[];
  readonly ca: string;
  readonly token: string;
  /** Default 5 seconds. */
  readonly timeoutMs?: number;
}

/** Sends writes over connections that are used again. Nothing is tried twice: what became of a lost request is unknown. */
export class WriteClient implements Disposable {
  readonly #options: WriteClientOptions;
  readonly #agent: https.Agent;
  #turn = 0;

  constructor(options: WriteClientOptions) {
    this.#options = options;
    this.#agent = new https.Agent({ keepAlive: true, maxSockets: 32, ca: options.ca });
  }

  async send({ method, path, body }: WriteRequest): Promise<WriteAnswer> {
    const { urls, token, timeoutMs = 5000 } = this.#options;
    this.#turn += 1;
    const url = `${urls[this.#turn % urls.length]}${path}`;
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = { authorization: `Bearer ${token}`, 'content-type': contentType };
    return await new Promise((resolve) => {
      const lost = (): void => resolve({ status: 0, text: '' });
      const signal = AbortSignal.timeout(timeoutMs);
      const request = https.request(url, { method, headers, agent: this.#agent, signal }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', lost);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        });
      });
      request.on('error', lost);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
