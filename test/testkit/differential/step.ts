/** One request of a sequence that runs on two servers. */
export interface Step {
  /** Says what the request is about; no two of a sequence are equal. */
  readonly title: string;
  readonly method: string;
  /** `{ns}` is the namespace of the sequence. `{{id:metadata.uid}}` is a field of the answer to the step of that id. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The media type of the body. Default `application/json`. */
  readonly type?: string;
  /** Sent as JSON, a string as it is. References as in `path` work inside. Default: no body. */
  readonly body?: unknown;
  /** By what later steps refer to the answer. Default: they do not. */
  readonly id?: string;
  /** Asks again until the answer is a success: for what a server does some time after it has answered. Default false. */
  readonly untilSuccess?: boolean;
  /** Compares lists of the answer without their order, where the real server answers in a random one. Default false. */
  readonly unordered?: boolean;
}

/** Requests that follow one another, in a namespace of their own. */
export interface Sequence {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** What a step may have beyond its title, its path and its body. */
export type StepOptions = Omit<Step, 'title' | 'method' | 'path' | 'body'>;

export const MERGE = 'application/merge-patch+json';
export const JSON_PATCH = 'application/json-patch+json';
export const STRATEGIC = 'application/strategic-merge-patch+json';
export const APPLY = 'application/apply-patch+yaml';

/** POST to a collection or a subresource. */
export function post(title: string, path: string, body: unknown, options: StepOptions = {}): Step {
  return { title, method: 'POST', path, body, ...options };
}

/** PUT of an object. */
export function put(title: string, path: string, body: unknown, options: StepOptions = {}): Step {
  return { title, method: 'PUT', path, body, ...options };
}

/** GET of an object or of a collection. */
export function get(title: string, path: string, options: StepOptions = {}): Step {
  return { title, method: 'GET', path, ...options };
}

/** PATCH of an object, by default a JSON merge patch. */
export function patch(title: string, path: string, body: unknown, options: StepOptions = {}): Step {
  return { title, method: 'PATCH', path, body, type: MERGE, ...options };
}

/** DELETE of an object or of a collection; `body` are the DeleteOptions. */
export function remove(title: string, path: string, body?: unknown, options: StepOptions = {}): Step {
  return { title, method: 'DELETE', path, ...(body === undefined ? {} : { body }), ...options };
}
