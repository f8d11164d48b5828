import { ApiError } from '../api/api-error.js';
import type { RequestSummary } from '../api/api-error.js';
import { toError } from '../api/on-error.js';
import type { Clock } from '../async/clock.js';
import type { CredentialSource } from './auth/credentials.js';
import { decompress } from './http/decompress.js';
import { toApiError } from './error-response.js';
import { ClientClosedError, CredentialsError, UnresponsiveServerError } from './http/errors.js';
import type { Authorization, Headers, HttpResponse, RequestGate, Transport } from './http/http-types.js';
import { LinkedAbort, raceWithAbort } from '../async/abort.js';
import type { TokenBucket } from '../async/token-bucket.js';
import { Observers } from '../observe/observers.js';
import type { RequestRetried } from '../observe/requests.js';
import type { ObservedClient } from '../observe/subjects.js';
import { ObservedRequest } from './observed-request.js';
import type { Warnings } from './warnings.js';

/** What {@link RequestSender} is made of. */
export interface RequestSenderOptions {
  readonly transport: Transport;
  readonly credentials: CredentialSource;
  readonly clock: Clock;
  /** Sent with every request. */
  readonly headers: Headers;
  readonly limiter?: TokenBucket | undefined;
  /** Asked for every request that is no GET. */
  readonly gate?: RequestGate | undefined;
  /** Told of what the server warns of. Default: nobody is. */
  readonly warnings?: Warnings | undefined;
  /** See {@link RequestSender.watchSilenceMs}. Default 90 000. */
  readonly watchSilenceMs?: number | undefined;
}

/** A request before the connection's own headers are added. */
export interface ApiRequest {
  readonly method: string;
  /** Begins with `/`; has the query. */
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: string | undefined;
  readonly isWatch?: boolean;
  /** See {@link HttpRequest.ownConnection}. Default false. */
  readonly ownConnection?: boolean;
  readonly signal: AbortSignal;
  /** For error messages. */
  readonly place: RequestSummary;
}

/** A successful answer. Whoever gets one reads or destroys its body, and then calls `done`. */
export interface ApiResponse extends HttpResponse {
  /** Aborts with the request's signal, and when the client is closed. */
  readonly signal: AbortSignal;
  readonly done: () => void;
  /** Told of the bytes that are read, where somebody observes. */
  readonly onBytes?: ((length: number) => void) | undefined;
}

/** The API server answers within 60 s or says that it cannot; after this long it does not answer at all. */
export const ANSWER_WITHIN_MS = 75_000;

/** The API server sends a bookmark every minute. */
const DEFAULT_WATCH_SILENCE_MS = 90_000;

/** Adds to a {@link Transport} what every request to an API server needs: credentials, a rate, a limit, typed errors. */
export class RequestSender implements AsyncDisposable {
  readonly #options: RequestSenderOptions;
  readonly #prefix: string;
  readonly #closing = new AbortController();
  /** Told of every request. */
  readonly observers: Observers = new Observers({ name: 'requests' });
  readonly #subject: ObservedClient;

  constructor(options: RequestSenderOptions) {
    this.#options = options;
    const { credentials } = options;
    this.#subject = {
      type: 'client',
      host: credentials.server.host,
      get pluginCertificate() {
        return credentials.pluginCertificate;
      },
    };
    this.observers.add(this.#subject);
    credentials.listen?.({
      onExecPluginCalled: (call) => this.observers.on?.execPluginCalled?.(this.#subject, call),
      onCaReloaded: (reload) => this.observers.on?.caReloaded?.(this.#subject, reload),
    });
    this.#prefix = options.credentials.server.pathname.replace(/\/+$/, '');
  }

  /** A watch with bookmarks over a connection without PINGs is dead when nothing has come for this long. */
  get watchSilenceMs(): number {
    return this.#options.watchSilenceMs ?? DEFAULT_WATCH_SILENCE_MS;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  /** Rejects with an `ApiError` for any status that is no success. A 401 invalidates the credentials and is tried once more. */
  async send(request: ApiRequest): Promise<ApiResponse> {
    const gate = request.method === 'GET' ? undefined : this.#options.gate;
    const abort = new LinkedAbort(request.signal, this.#closing.signal, gate?.signal);
    const { clock } = this.#options;
    const observed = this.observers.on && new ObservedRequest(this.observers, this.#subject, { request, clock });
    try {
      // States that nothing was sent; the signal's reason is for requests in flight.
      if (gate?.signal?.aborted === true) gate.beforeWrite();
      abort.signal.throwIfAborted();
      const response = await this.#sendAuthorized(request, abort, observed);
      const done = (): void => {
        abort.unlink();
        observed?.ended();
      };
      return { ...response, signal: abort.signal, done, onBytes: observed?.received };
    } catch (error) {
      abort.unlink();
      observed?.ended(error);
      throw error;
    }
  }

  /** A request is sent again by whoever made it. */
  retried(retry: RequestRetried): void {
    this.observers.on?.requestRetried?.(this.#subject, retry);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#closing.signal.aborted) this.#closing.abort(new ClientClosedError());
    await this.#options.transport[Symbol.asyncDispose]();
  }

  async #sendAuthorized(
    request: ApiRequest,
    abort: LinkedAbort,
    observed: ObservedRequest | undefined,
  ): Promise<HttpResponse> {
    const used = await this.#authorize(abort);
    const first = await this.#sendOnce(request, used, { abort, observed });
    if (isSuccess(first)) return first;
    const failure = await this.#toError(first, request, abort);
    this.#noteRefusal(failure, used);
    if (first.status !== 401) throw failure;
    const authorization = await this.#authorize(abort);
    observed?.retried(401);
    const second = await this.#sendOnce(request, authorization, { abort, observed });
    if (isSuccess(second)) return second;
    const again = await this.#toError(second, request, abort);
    this.#noteRefusal(again, authorization);
    throw again;
  }

  /**
   * Who is not known to the server has the wrong credentials, or half of them: files that are being renewed are empty for a moment, and without its
   * certificate a client is anonymous, and forbidden everything.
   */
  #noteRefusal(failure: Error, used: Authorization): void {
    if (!(failure instanceof ApiError)) return;
    const isAnonymous = failure.statusCode === 403 && failure.message.includes('User "system:anonymous"');
    if (failure.statusCode === 401 || isAnonymous) this.#options.credentials.invalidate(used);
  }

  async #sendOnce(
    request: ApiRequest,
    authorization: Authorization,
    { abort, observed }: { abort: LinkedAbort; observed: ObservedRequest | undefined },
  ): Promise<HttpResponse> {
    const { transport, clock, limiter, headers, warnings, gate } = this.#options;
    if (limiter !== undefined) {
      const arrivedAt = clock.now();
      await limiter.take(abort.signal);
      observed?.throttled(arrivedAt);
    }
    const timer = clock.after(ANSWER_WITHIN_MS, () =>
      abort.abort(new UnresponsiveServerError(`${request.method} ${request.path}`, ANSWER_WITHIN_MS)),
    );
    try {
      const response = await transport.send(
        {
          method: request.method,
          path: this.#prefix + request.path,
          headers: { ...headers, ...authorization.headers, ...request.headers },
          body: request.body,
          isWatch: request.isWatch ?? false,
          ownConnection: request.ownConnection ?? false,
          gate: request.method === 'GET' ? undefined : gate,
          signal: abort.signal,
        },
        authorization,
      );
      observed?.answered(response.status);
      warnings?.read(response.headers['warning'], request.place);
      return decompress(response);
    } catch (error) {
      observed?.answered();
      throw error;
    } finally {
      timer.cancel();
    }
  }

  /** A plugin that hangs must not hang the request with it. */
  async #authorize(abort: LinkedAbort): Promise<Authorization> {
    const { credentials, clock } = this.#options;
    const timer = clock.after(ANSWER_WITHIN_MS, () =>
      abort.abort(new CredentialsError(`nothing came within ${ANSWER_WITHIN_MS / 1000} s`)),
    );
    try {
      const asked = credentials.get().catch((error: unknown) => {
        throw credentials.describeFailure?.(error) ?? new CredentialsError(toError(error).message, error);
      });
      return await raceWithAbort(asked, abort.signal);
    } finally {
      timer.cancel();
    }
  }

  #toError(response: HttpResponse, { place }: ApiRequest, { signal }: LinkedAbort): Promise<Error> {
    return toApiError(response, { place, signal, clock: this.#options.clock });
  }
}

function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}
