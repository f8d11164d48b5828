import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';

/** A whole response. */
export interface Answer {
  readonly code: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body as JSON, loosely typed: tests look at single fields. */
  readonly json: Loose;
}

/** JSON that tests walk without ceremony. */
export interface Loose {
  readonly [field: string]: Loose;
  readonly [index: number]: Loose;
}

/** Where to send requests: a simulated server, or anything else with a URL. */
export interface Target {
  readonly url: string;
  /** The authority to trust, PEM. */
  readonly ca?: string;
}

/** One request with options as they are on the wire. */
export interface Ask {
  readonly method?: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request to the server on a connection of its own, and reads the whole answer. */
export async function ask(server: Target, path: string, options: Ask = {}): Promise<Answer> {
  const response = await open(server, path, options);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { code: response.statusCode ?? 0, headers: response.headers, text, json: json as Loose };
}

/** Sends one request and gives the response once its head is there. */
export function open(server: Target, path: string, options: Ask = {}): Promise<IncomingMessage> {
  const { method = 'GET', body, type = 'application/json', headers = {} } = options;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const own = body === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve, reject) => {
    const send = server.url.startsWith('https:') ? secureRequest : request;
    const all = { method, agent: false, headers: { ...own, ...headers }, ...(server.ca ? { ca: server.ca } : {}) };
    const outgoing = send(server.url + path, all, resolve);
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** An event of a watch, loosely typed. */
export interface WatchEvent {
  readonly type: string;
  readonly object: Loose;
}

/** A watch whose events are read one by one. */
export class WatchClient {
  readonly #lines: AsyncIterator<string>;
  readonly response: IncomingMessage;

  private constructor(response: IncomingMessage) {
    this.response = response;
    this.#lines = splitLines(response);
  }

  static async open(server: Target, path: string, options: Ask = {}): Promise<WatchClient> {
    return new WatchClient(await open(server, path, options));
  }

  /** The next event; undefined when the stream has ended. */
  async next(): Promise<WatchEvent | undefined> {
    const { value, done } = await this.#lines.next();
    return done ? undefined : (JSON.parse(value) as WatchEvent);
  }

  /** The next events as `TYPE name@resourceVersion`. */
  async take(count: number): Promise<string[]> {
    const taken: string[] = [];
    for (let index = 0; index < count; index++) taken.push(brief(await this.next()));
    return taken;
  }

  /** Every event until the end of the stream, in brief. */
  async rest(): Promise<string[]> {
    const all: string[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) all.push(brief(event));
    return all;
  }

  close(): void {
    this.response.destroy();
  }
}

function brief(event: WatchEvent | undefined): string {
  if (event === undefined) return 'end';
  if (event.type === 'ERROR') return `ERROR ${String(event.object['code'])}`;
  const metadata = event.object['metadata'];
  return event.type === 'BOOKMARK'
    ? `BOOKMARK ${String(metadata?.['resourceVersion'])}`
    : `${event.type} ${String(metadata?.['name'])}`;
}

/** Lines of a stream; what follows the last newline is a line too, if it is not empty. */
async function* splitLines(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response) {
    rest += decoder.decode(chunk as Buffer, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
