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

/** An exec plugin of a kubeconfig was called for credentials. */
export interface ExecPluginCalled {
  readonly status: 'no_error' | 'plugin_execution_error' | 'plugin_not_found_error' | 'client_internal_error';
  /** 0 exactly where the plugin ended well. Of one that failed client-node does not tell it: 1. */
  readonly code: number;
  /** The client certificate that is used no more, as PEM, where the call brought another. */
  readonly replaced?: string | undefined;
}

/** The file of the certificate authority was read again. */
export interface CaReloaded {
  readonly result: 'success' | 'failure';
  readonly reason: 'unchanged' | 'updated' | 'read_error';
}

/** Told of requests. */
export interface RequestObserver {
  /** Called in the async context of whoever makes the request. */
  requestStarted?(client: ObservedClient, request: RequestStarted): void;
  requestAnswered?(client: ObservedClient, answer: RequestAnswered): void;
  requestEnded?(client: ObservedClient, end: RequestEnded): void;
  execPluginCalled?(client: ObservedClient, call: ExecPluginCalled): void;
  caReloaded?(client: ObservedClient, reload: CaReloaded): void;
  requestRetried?(client: ObservedClient, retry: RequestRetried): void;
  /** A request has passed the client's own rate limiter, where it has one. */
  requestThrottled?(
    client: ObservedClient,
    wait: { readonly verb: string; readonly method: string; readonly durationMs: number },
  ): void;
}
