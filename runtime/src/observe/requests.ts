import type { ObservedClient } from './subjects.js';

/** A request that is about to be sent. */
export interface RequestStarted {
  /** The same in all that is told of this request. */
  readonly id: number;
  /** What it does: `get`, `list`, `watch`, `create`, `apply` …; for a raw request its method. */
  readonly verb: string;
  readonly method: string;
  /** `deployments.apps`; for a raw request its path. */
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
  /** Of its body; 0 without one. */
  readonly requestBytes: number;
}

/** The beginning of an answer is there, or there is none. A request that is sent again with other credentials has two. */
export interface RequestAnswered {
  readonly request: RequestStarted;
  /** The HTTP status; undefined when no answer came. */
  readonly code: number | undefined;
  /** Since it was started. */
  readonly durationMs: number;
}

/** A request is over: its answer was read, or given up. */
export interface RequestEnded extends RequestAnswered {
  readonly responseBytes: number;
  readonly error?: Error | undefined;
}

/** A request failed and is sent again. */
export interface RequestRetried {
  readonly verb: string;
  readonly method: string;
  /** The HTTP status of the answer before; undefined when none came. */
  readonly code: number | undefined;
}

/** Told of requests. */
export interface RequestObserver {
  /** Called in the async context of whoever makes the request. */
  requestStarted?(client: ObservedClient, request: RequestStarted): void;
  requestAnswered?(client: ObservedClient, answer: RequestAnswered): void;
  requestEnded?(client: ObservedClient, end: RequestEnded): void;
  requestRetried?(client: ObservedClient, retry: RequestRetried): void;
  /** A request has passed the client's own rate limiter, where it has one. */
  requestThrottled?(
    client: ObservedClient,
    wait: { readonly verb: string; readonly method: string; readonly durationMs: number },
  ): void;
}
