import { StringDecoder } from 'node:string_decoder';
import { MalformedEventError, TruncatedStreamError } from '@informer-gen/runtime/client-go';
import type { WatchEvent } from '@informer-gen/runtime';
import { isJsonObject, valueAt } from '../simulated/objects/api-object.js';
import type { JsonObject } from '../simulated/objects/api-object.js';
import { INITIAL_EVENTS_END } from '../simulated/watch/watch-hub.js';
import type { FakeWatch } from './fake-watch.js';
import type { StreamReceiver } from './in-process-exchange.js';

/** Reads the bytes of a watch as events, as a client on the other end of a connection does, and puts them into a watch. */
export class WatchReceiver<T> implements StreamReceiver {
  readonly #watch: FakeWatch<T>;
  readonly #decode: (object: JsonObject) => { readonly object: T; readonly digest: number };
  readonly #characters = new StringDecoder('utf8');
  /** The beginning of a line whose end has not come. */
  #rest = '';

  /** @param decode Makes an object, and the digest of it, of what the server sent. */
  constructor(watch: FakeWatch<T>, decode: (object: JsonObject) => { readonly object: T; readonly digest: number }) {
    this.#watch = watch;
    this.#decode = decode;
  }

  bytes(chunk: Uint8Array | string): void {
    const text = typeof chunk === 'string' ? chunk : this.#characters.write(Buffer.from(chunk));
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    try {
      const events = lines.filter((line) => line.trim() !== '').map((line) => this.#event(line));
      if (events.length > 0) this.#watch.send(events);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  end(): void {
    if (this.#rest === '') this.#watch.end();
    else this.fail(new TruncatedStreamError('watch', Buffer.byteLength(this.#rest)));
  }

  fail(error: Error): void {
    this.#watch.fail(error);
  }

  #event(line: string): WatchEvent<T> {
    const { type, object } = parsedEvent(line);
    switch (type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        return { type, ...this.#decode(object) };
      case 'BOOKMARK': {
        const annotations = valueAt(object, '.metadata.annotations');
        const initialEventsEnd = isJsonObject(annotations) && annotations[INITIAL_EVENTS_END] === 'true';
        return { type, resourceVersion: String(valueAt(object, '.metadata.resourceVersion')), initialEventsEnd };
      }
      case 'ERROR':
        return { type, status: object };
      default:
        throw new MalformedEventError(`unknown type ${String(type)}`, Buffer.from(line));
    }
  }
}

function parsedEvent(line: string): { readonly type: unknown; readonly object: JsonObject } {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch (error) {
    throw new MalformedEventError('no JSON', Buffer.from(line), error);
  }
  if (!isJsonObject(event) || !isJsonObject(event['object'])) {
    throw new MalformedEventError('no object', Buffer.from(line));
  }
  return { type: event['type'], object: event['object'] };
}
