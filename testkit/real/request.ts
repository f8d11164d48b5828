import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** One plain HTTP/1.1 request, for the harness and its tests: no retries, no connection reuse, no parsing. */
export interface RequestOptions {
  /** Default GET. */
  readonly method?: string;
  /** Sent as JSON. Default: no body. */
  readonly body?: unknown;
  /** Default application/json. */
  readonly contentType?: string;
  /** What the answer may be. Default application/json. */
  readonly accept?: string;
  /** Sent as a bearer token. Default: none. */
  readonly token?: string;
  /** PEM of the authority to trust. Default: the system's. */
  readonly ca?: string;
  /** PEM of a client certificate and its key. Default: none. */
  readonly cert?: string;
  /** PEM of the key of `cert`. Default: none. */
  readonly key?: string;
  /** How long the whole exchange may take. Default 10 seconds. */
  readonly timeoutMs?: number;
}

/** The answer, read to its end. */
export interface PlainResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends one request and reads the whole answer, whatever its status. */
export async function sendRequest(url: string, options: RequestOptions = {}): Promise<PlainResponse> {
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const headers: Record<string, string> = { accept: options.accept ?? 'application/json' };
  if (options.token !== undefined) headers['authorization'] = `Bearer ${options.token}`;
  if (body !== undefined) headers['content-type'] = options.contentType ?? 'application/json';
  const { ca, cert, key } = options;
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  return await new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: options.method ?? 'GET',
        headers,
        agent: false,
        signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
        ...(ca === undefined ? {} : { ca }),
        ...(cert === undefined ? {} : { cert }),
        ...(key === undefined ? {} : { key }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}
