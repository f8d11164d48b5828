import { Agent, request as httpRequest } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import type { SimulatedApiServer } from '@informer-gen/testing';
import type { ApiServerAccess } from '../../../testkit/real/access.js';
import type { RawAnswer } from './normalise.js';
import type { PreparedRequest, Send } from './runner.js';

/** The two servers that are compared, reached over connections that stay open. */
export interface ServerPair {
  readonly real: Send;
  readonly simulated: Send;
  close(): void;
}

/** Makes the senders; requests to the real server are its admin's. */
export function serverPair(real: ApiServerAccess, simulated: SimulatedApiServer): ServerPair {
  const secureAgent = new SecureAgent({ keepAlive: true, ca: real.caPem });
  const agent = new Agent({ keepAlive: true });
  return {
    real: (request) =>
      send(real.url, request, { agent: secureAgent, headers: { authorization: `Bearer ${real.adminToken}` } }),
    simulated: (request) => send(simulated.url, request, { agent, headers: {} }),
    close() {
      secureAgent.destroy();
      agent.destroy();
    },
  };
}

/** A watch that nobody ends would stop all that follows. */
const ANSWER_WITHIN_MS = 30_000;

interface Connection {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
}

function send(url: string, request: PreparedRequest, { agent, headers }: Connection): Promise<RawAnswer> {
  const start = url.startsWith('https:') ? httpsRequest : httpRequest;
  const { method, path, body } = request;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = start(
      url + path,
      { method, agent, headers: { ...request.headers, ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            code: response.statusCode ?? 0,
            warnings: warningsOf(response.rawHeaders),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.setTimeout(ANSWER_WITHIN_MS, () => outgoing.destroy(new Error('no answer')));
    outgoing.once('error', (error) => {
      // A connection that was kept may be closed by the server while the request is on its way.
      if (outgoing.reusedSocket && error.message !== 'no answer') resolve(send(url, request, { agent, headers }));
      else reject(new Error(`${method} ${path}`, { cause: error }));
    });
    outgoing.end(body);
  });
}

/** One entry per warning, whether the server sends a header for each or one for all, which means the same. */
function warningsOf(rawHeaders: readonly string[]): string[] {
  return rawHeaders
    .filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'warning')
    .flatMap((header) => header.split(/, (?=299 - ")/));
}
