import { ApiError, resourceName } from '@informer-gen/runtime';
import type { Status } from '@informer-gen/runtime';
import { resourcePath, Warnings } from '@informer-gen/runtime/client-go';
import type { OnWarning, RequestSummary, ResourceSpec } from '@informer-gen/runtime/client-go';
import type { RequestUrl } from '../simulated/requests/request-log.js';
import { isJsonObject } from '../simulated/objects/api-object.js';
import type { Simulation } from '../simulated/simulation.js';
import { InProcessExchange } from './in-process-exchange.js';
import type { InProcessAnswer, StreamReceiver } from './in-process-exchange.js';

/** Which object or collection of a resource a request is about. */
export interface RequestTarget {
  readonly resource: Pick<ResourceSpec, 'group' | 'version' | 'plural' | 'namespaced'>;
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  /** Default: the collection. */
  readonly name?: string | undefined;
  /** Default: the object itself. */
  readonly subresource?: string | undefined;
}

/** A request before it becomes a URL. */
export interface InProcessRequest extends RequestTarget {
  readonly method: string;
  /** What the request does, for messages. */
  readonly verb: string;
  /** Undefined values are left out, as are those that mean the same as leaving them out: `''`. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. Default: no body. */
  readonly body?: string | undefined;
  /** Takes the bytes of a watch. */
  readonly receiver?: StreamReceiver;
  readonly signal: AbortSignal;
}

/** The default manager of fields that are written, as with the client that sends requests over HTTP. */
const PRODUCT = 'informer-gen-runtime';

/** Who an {@link InProcessTransport} carries requests for. */
export interface InProcessTransportOptions {
  readonly onWarning?: OnWarning | undefined;
  readonly user?: string | undefined;
}

/** Carries requests to a {@link Simulation} in the same process, through all that a request over HTTP passes. */
export class InProcessTransport {
  readonly #simulation: Simulation;
  readonly #warnings: Warnings | undefined;
  readonly #from: Readonly<Record<string, string>>;

  /** Requests are from the given user. Default: from one who may do everything. */
  constructor(simulation: Simulation, { onWarning, user }: InProcessTransportOptions = {}) {
    this.#simulation = simulation;
    this.#warnings = onWarning && new Warnings(onWarning);
    this.#from = user === undefined ? {} : { 'impersonate-user': user };
  }

  /** Resolves when the answer begins; rejects with an `ApiError` for any code that is no success. */
  async send(request: InProcessRequest): Promise<InProcessAnswer> {
    request.signal.throwIfAborted();
    // Serves the resource from now on, where that is wanted.
    this.#simulation.cluster.registry.find(request.resource);
    const answer = await this.#exchange(request);
    this.#warnings?.read(answer.headers['warning'], placeOf(request));
    if (answer.code >= 200 && answer.code < 300) return answer;
    const seconds = answer.headers['retry-after'];
    throw new ApiError(statusOf(answer), placeOf(request), seconds === undefined ? undefined : Number(seconds) * 1000);
  }

  #exchange(request: InProcessRequest): Promise<InProcessAnswer> {
    const { method, headers, body, receiver, signal } = request;
    const { handler, onChange } = this.#simulation;
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const arrived = {
      method,
      url: urlOf(request, request.query ?? {}),
      headers: { accept: 'application/json', 'user-agent': PRODUCT, ...this.#from, ...content, ...headers },
      httpVersion: '',
    };
    const isUnheard = this.#warnings === undefined;
    return new Promise((onAnswer, onFailure) => {
      void handler.handle(
        arrived,
        (record) => new InProcessExchange({ record, body, receiver, signal, isUnheard, onAnswer, onFailure, onChange }),
      );
    });
  }
}

function placeOf({ verb, resource, namespace, name, subresource }: InProcessRequest): RequestSummary {
  return {
    verb,
    resource: resourceName(resource),
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  };
}

function urlOf(target: RequestTarget, query: NonNullable<InProcessRequest['query']>): RequestUrl {
  const searchParams = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') searchParams.append(name, String(value));
  }
  return {
    pathname: resourcePath(target.resource, target),
    search: searchParams.size === 0 ? '' : `?${searchParams.toString()}`,
    searchParams,
  };
}

function statusOf({ code, text }: InProcessAnswer): Status {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isJsonObject(parsed) && parsed['kind'] === 'Status') return { code, ...parsed };
  } catch {
    // No JSON: the text is the message.
  }
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, message: text.trim() };
}
