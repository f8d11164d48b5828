import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { ApiServerAccess } from '@informer-gen/testing';

/** One event of a watch, as it came. */
export interface RawWatchEvent {
  readonly type: string;
  readonly object: {
    readonly kind?: string;
    readonly code?: number;
    readonly reason?: string;
    readonly metadata?: { readonly name?: string; readonly resourceVersion?: string };
  };
}

/**
 * Watches as the admin with nothing of ours in between, for the tests of the harness itself. Ends when the server ends
 * the stream, throws if the connection breaks; leaving the loop closes it.
 */
export async function* watchLines(server: ApiServerAccess, path: string): AsyncGenerator<RawWatchEvent, void, void> {
  const sent = request(`${server.url}${path}`, {
    ca: server.caPem,
    headers: { authorization: `Bearer ${server.adminToken}`, accept: 'application/json' },
    agent: false,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end();
  });
  try {
    if (response.statusCode !== 200) throw new Error(`watch ${path}: status ${response.statusCode}`);
    let rest = '';
    response.setEncoding('utf8');
    for await (const text of response as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as RawWatchEvent;
    }
  } finally {
    // Cutting the stream short makes both ends of it report an error that nobody waits for any more.
    response.on('error', () => undefined);
    sent.on('error', () => undefined);
    sent.destroy();
  }
}

/** The first event of a watch; the watch is closed then. */
export async function firstWatchEvent(server: ApiServerAccess, path: string): Promise<RawWatchEvent> {
  for await (const event of watchLines(server, path)) return event;
  throw new Error(`watch ${path} ended without an event`);
}
