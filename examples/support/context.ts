import type { ApiClient } from '@informer-gen/runtime';
import type { Output } from './output.js';

/** What every example is given. None of them knows which kind of server it talks to. */
export interface ExampleContext {
  /** Connected to the server, with all rights. */
  readonly client: ApiClient;
  /** A namespace of the example's own, empty at the start and removed at the end. */
  readonly namespace: string;
  /** What follows the example's name on the command line. */
  readonly args: readonly string[];
  /** Aborts when `run` has returned: whatever runs in the background ends with it. */
  readonly signal: AbortSignal;
  /** Where the example prints, and how it waits until it has printed something. */
  readonly output: Output;
  readonly server: ServerControls;
}

/** An example: a file that exports these. */
export interface Example {
  /** What it shows, in a line. */
  readonly summary: string;
  /** It ends only when its signal aborts, as on Ctrl-C. Default false. */
  readonly runsUntilStopped?: boolean;
  run(context: ExampleContext): Promise<void>;
}

/** What an example may ask of its server beyond the API. */
export interface ServerControls {
  /** Makes one more namespace, and removes it at the end. Gives its name. */
  createNamespace(prefix: string): Promise<string>;
  /** Somebody who may do nothing yet. */
  limitedUser(): Promise<LimitedUser>;
  /** Puts a pod on a node, as a scheduler does. */
  bind(pod: { readonly namespace: string; readonly name: string }, node: string): Promise<void>;
}

/** A user whom the server refuses everything until it is granted. */
export interface LimitedUser {
  readonly client: ApiClient;
  /** Lets the user read the pods of a namespace. */
  grant(namespace: string): Promise<void>;
}
