import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { RequestOptions } from 'node:https';
import { UsageError } from '../errors.js';
import { isObject, member } from './json.js';
import { loadKubeconfig } from './kubeconfig.js';

const MIB = 1024 ** 2;
/** Size limit of one document. */
const MAX_DOCUMENT_MIB = 64;
/** Size limit of all documents of one server together. */
const MAX_TOTAL_MIB = 512;
/** Time limit of one document, from opening the connection to the last byte of the body. */
const MAX_SECONDS = 60;

/** A complete response. */
export interface ServerResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * The API server of a kubeconfig. Credentials are sent to this server only: every request is for a path below its address, and
 * redirects are not followed.
 */
export class ApiServer {
  /** The server's address without credentials and without a final slash. */
  readonly address: string;
  readonly #base: URL;
  /** The path of the server's address, without a final slash: a proxy may serve several clusters. */
  readonly #prefix: string;
  readonly #options: RequestOptions;
  #totalBytes = 0;

  private constructor(server: string, options: RequestOptions) {
    this.#base = new URL(server);
    this.#prefix = this.#base.pathname.replace(/\/+$/, '');
    this.#options = options;
    this.address = this.#base.origin + this.#prefix;
  }

  /** Reads a kubeconfig and its credentials. Default: the kubeconfig and the context that kubectl would use. */
  static async connect(kubeconfig: string | undefined, context: string | undefined): Promise<ApiServer> {
    const { config, cluster } = await loadKubeconfig(kubeconfig, context);
    const options: RequestOptions = {};
    try {
      await config.applyToHTTPSOptions(options);
    } catch (error) {
      // The parser of an exec plugin's output quotes the output in its error, and the output may be a token.
      const reason = error instanceof SyntaxError ? 'the exec plugin did not print JSON' : (error as Error).message;
      throw new UsageError(`the credentials of the kubeconfig cannot be used: ${printable(reason)}`);
    }
    return new ApiServer(cluster.server, options);
  }

  /** Returns whether a URL made of the server's address and this path leads to exactly this path. */
  serves(path: string): boolean {
    const [pathname = ''] = path.split('?');
    // Parsing removes dot segments, tabs and newlines, and replaces backslashes.
    return pathname.startsWith('/') && this.#urlOf(path).pathname === this.#prefix + pathname;
  }

  /** Sends a GET request. Throws a `UsageError` without a response, and for a response that exceeds a limit. */
  async get(path: string, signal?: AbortSignal): Promise<ServerResponse> {
    if (!this.serves(path)) throw new UsageError(`${JSON.stringify(path)} is not a path of ${this.address}`);
    try {
      return await this.#send(path, signal);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${this.address} cannot be reached: ${printable((error as Error).message)}`);
    }
  }

  /** Sends a GET request and returns the body. Throws a `UsageError` for any status but 200. */
  async getBody(path: string, signal?: AbortSignal): Promise<string> {
    return this.bodyOf(path, await this.get(path, signal));
  }

  /** Returns the body of the response to a path. Throws a `UsageError` for any status but 200. */
  bodyOf(path: string, { status, body }: ServerResponse): string {
    if (status === 200) return body;
    const isRedirect = status >= 300 && status < 400;
    const reason = isRedirect
      ? 'redirects are not followed; name the final address in the kubeconfig'
      : messageOf(body);
    throw new UsageError(`${this.address}${withoutQuery(path)} answered ${status}: ${printable(reason)}`);
  }

  #urlOf(path: string): URL {
    const [pathname = '', query = ''] = path.split('?', 2);
    const url = new URL(this.#base);
    url.pathname = this.#prefix + pathname;
    url.search = query;
    url.hash = '';
    return url;
  }

  #send(path: string, signal: AbortSignal | undefined): Promise<ServerResponse> {
    const url = this.#urlOf(path);
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
    const headers = { ...this.#options.headers, accept: 'application/json' };
    // The deadline below cannot end the CONNECT request of a proxy agent; `timeout` does.
    const options = { ...this.#options, headers, timeout: MAX_SECONDS * 1000 };
    return new Promise((resolve, reject) => {
      let request: ClientRequest | undefined;
      const settle = (): void => {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', abort);
      };
      const fail = (error: Error): void => {
        settle();
        // A request that waits for a proxy emits nothing when it is destroyed.
        reject(error);
        request?.destroy();
      };
      const abort = (): void => fail(signal?.reason as Error);
      const late = `${this.address}${withoutQuery(path)}: the response was not complete after ${MAX_SECONDS} s`;
      const deadline = setTimeout(() => fail(new UsageError(late)), MAX_SECONDS * 1000);
      if (signal?.aborted === true) return abort();
      signal?.addEventListener('abort', abort);
      try {
        request = send(url, options, (response) => {
          this.#read(response, path).then((body) => {
            settle();
            resolve({ status: response.statusCode ?? 0, body });
          }, fail);
        });
        request.on('error', fail);
        request.end();
      } catch (error) {
        // Node refuses a header, such as a token with a line break.
        fail(error as Error);
      }
    });
  }

  async #read(response: IncomingMessage, path: string): Promise<string> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      this.#totalBytes += chunk.length;
      if (length > MAX_DOCUMENT_MIB * MIB)
        throw new UsageError(`${this.address}${withoutQuery(path)}: the response exceeds ${MAX_DOCUMENT_MIB} MiB`);
      if (this.#totalBytes > MAX_TOTAL_MIB * MIB)
        throw new UsageError(`${this.address}: the documents of the server exceed ${MAX_TOTAL_MIB} MiB`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

/** A string from a server on one line, without the characters that control a terminal. At most 300 characters. */
export function printable(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

function withoutQuery(path: string): string {
  return path.replace(/\?.*$/, '');
}

/** The message of a Status, or the beginning of any other body. */
function messageOf(body: string): string {
  try {
    const status: unknown = JSON.parse(body);
    const message = isObject(status) ? member(status, 'message') : undefined;
    if (typeof message === 'string') return message;
  } catch {
    // A page of a proxy.
  }
  return body;
}
