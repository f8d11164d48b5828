import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { FakeClock } from '@informer-gen/testing';
import { expect, it } from 'vitest';
import { Stream } from '../../../runtime/src/inspect/http/stream.js';

/** A client that reads, or does not. */
class Client extends EventEmitter {
  reads = true;
  readonly got: string[] = [];
  isGone = false;

  get writableNeedDrain(): boolean {
    return !this.reads;
  }

  writeHead(): void {}

  write(text: string): boolean {
    this.got.push(text);
    return this.reads;
  }

  destroy(): void {
    this.isGone = true;
    this.emit('close');
  }

  get response(): ServerResponse {
    return this as unknown as ServerResponse;
  }
}

function newStream(): { readonly stream: Stream; readonly clock: FakeClock } {
  const clock = new FakeClock();
  let tick = 0;
  const next = () => ({ tick: (tick += 1) });
  return { stream: new Stream({ clock, intervalMs: 1000, maxClients: 1, next }), clock };
}

it('skips ticks for a client that does not read, and goes on when it does again', () => {
  const { stream, clock } = newStream();
  const client = new Client();
  stream.add(client.response, {});
  client.reads = false;
  clock.advance(20_000);
  expect(client.got).toHaveLength(1);
  client.reads = true;
  clock.advance(25_000);
  expect(client.got).toHaveLength(26);
  expect(client.isGone).toBe(false);
});

it('gives the place of a client that has not read for half a minute to others', () => {
  const { stream, clock } = newStream();
  const client = new Client();
  stream.add(client.response, {});
  client.reads = false;
  clock.advance(29_000);
  expect([client.isGone, stream.isFull]).toEqual([false, true]);
  clock.advance(3000);
  expect([client.isGone, stream.isFull]).toEqual([true, false]);
});
