import { ApiError } from '../api/api-error.js';
import { toError } from '../api/on-error.js';
import type { Clock } from '../async/clock.js';
import type { Observers } from '../observe/observers.js';
import type { RequestStarted } from '../observe/requests.js';
import type { ObservedClient } from '../observe/subjects.js';
import type { ApiRequest } from './request-sender.js';

let lastId = 0;

/** Tells observers what becomes of one request. Made only where there are some when it begins. */
export class ObservedRequest {
  readonly #observers: Observers;
  readonly #client: ObservedClient;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #request: RequestStarted;
  #code: number | undefined;
  #responseBytes = 0;
  #isOver = false;

  constructor(observers: Observers, client: ObservedClient, { request, clock }: { request: ApiRequest; clock: Clock }) {
    this.#observers = observers;
    this.#client = client;
    this.#clock = clock;
    this.#startedAt = clock.now();
    lastId += 1;
    const { method, body, place } = request;
    const requestBytes = body === undefined ? 0 : Buffer.byteLength(body);
    this.#request = { verb: method, resource: '', ...place, id: lastId, method, requestBytes };
    observers.on?.requestStarted?.(client, this.#request);
  }

  throttled(since: number): void {
    const { verb, method } = this.#request;
    const durationMs = this.#clock.now() - since;
    this.#observers.on?.requestThrottled?.(this.#client, { verb, method, durationMs });
  }

  /** An answer began; without a code: none will. */
  answered(code?: number): void {
    this.#code = code;
    this.#observers.on?.requestAnswered?.(this.#client, {
      request: this.#request,
      code,
      durationMs: this.#durationMs(),
    });
  }

  retried(code: number): void {
    const { verb, method } = this.#request;
    this.#observers.on?.requestRetried?.(this.#client, { verb, method, code });
  }

  readonly received = (bytes: number): void => {
    this.#responseBytes += bytes;
  };

  /** Told once: whoever reads an answer may say more than once that it is done. */
  ended(thrown?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const error = thrown === undefined ? undefined : toError(thrown);
    const code = error instanceof ApiError && error.statusCode !== 0 ? error.statusCode : this.#code;
    this.#observers.on?.requestEnded?.(this.#client, {
      request: this.#request,
      code,
      durationMs: this.#durationMs(),
      responseBytes: this.#responseBytes,
      error,
    });
  }

  #durationMs(): number {
    return this.#clock.now() - this.#startedAt;
  }
}
