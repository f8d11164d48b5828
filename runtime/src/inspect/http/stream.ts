import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../../async/clock.js';
import { begin } from './answer.js';

/** What a {@link Stream} is made of. */
export interface StreamOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly maxClients: number;
  /** Called once a tick for all clients: the events to send, by name. */
  readonly next: () => { readonly [event: string]: unknown };
}

/** A client that has not read for so long loses its place: one that lives asks again by itself. */
const UNREAD_MS = 30_000;

/**
 * Sends what is new to everybody who listens, by server-sent events. Nothing is collected while nobody does, and a client
 * that does not read skips ticks instead of having them pile up.
 */
export class Stream {
  readonly #options: StreamOptions;
  /** With when each was first found not to have read; undefined for those that do. */
  readonly #clients = new Map<ServerResponse, number | undefined>();
  #timer: Timer | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#clients.size >= this.#options.maxClients;
  }

  /** Sends the present state at once, then one each tick, until the client goes. `first`: what this client gets before. */
  add(response: ServerResponse, first: { readonly [event: string]: unknown }): void {
    begin(response, { status: 200, type: 'text/event-stream; charset=utf-8' });
    this.#clients.set(response, undefined);
    response.on('close', () => this.#remove(response));
    response.write(`retry: 2000\n\n${encode(first)}`);
    this.#timer ??= this.#later();
  }

  close(): void {
    for (const client of this.#clients.keys()) client.destroy();
    this.#clients.clear();
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #remove(response: ServerResponse): void {
    this.#clients.delete(response);
    if (this.#clients.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #later(): Timer {
    const timer = this.#options.clock.after(this.#options.intervalMs, () => {
      this.#timer = this.#later();
      this.#tick();
    });
    timer.unref?.();
    return timer;
  }

  #tick(): void {
    const text = encode(this.#options.next());
    const now = this.#options.clock.now();
    for (const [client, unreadSince] of this.#clients) {
      if (!client.writableNeedDrain) {
        client.write(text);
        this.#clients.set(client, undefined);
      } else if (unreadSince === undefined) this.#clients.set(client, now);
      else if (now - unreadSince >= UNREAD_MS) client.destroy();
    }
  }
}

/** JSON has no line breaks, so each event has one line of data. */
function encode(events: { readonly [event: string]: unknown }): string {
  return Object.entries(events)
    .map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');
}
