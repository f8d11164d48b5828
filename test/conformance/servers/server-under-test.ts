import type { ApiClient, ConnectOptions } from '@informer-gen/runtime';
import type { Relay } from './relay.js';

/** A request that a server got, as its log has it. */
export interface LoggedRequest {
  readonly verb: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined while there is no answer. */
  readonly code: number | undefined;
}

/** A request without anything of ours in between. */
export interface RawRequest {
  /** Default GET. */
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly token?: string;
  /** Read the answer only until it holds so many lines: watches do not end. Default: to its end. */
  readonly lines?: number;
}

export interface RawAnswer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** A user who may do nothing in a namespace until granted. */
export interface RestrictedUser {
  readonly token: string;
  /** Lets the user list and watch ConfigMaps in the namespace. */
  grant(): Promise<void>;
}

/** What a test may choose of its client. */
export type ClientOptions = Pick<
  ConnectOptions,
  'transport' | 'userAgent' | 'token' | 'clock' | 'fieldManager' | 'fieldValidation' | 'onWarning'
>;

/** What the conformance suite needs of an API server: to write to it, to break it, and to see what it was asked. */
export interface ServerUnderTest extends AsyncDisposable {
  /** Stands before every client of {@link connect}. */
  readonly relay: Relay;
  /** May do everything, and goes straight to the server. */
  readonly admin: ApiClient;
  /** A client with all rights (unless options say otherwise), through the relay. */
  connect(options?: ClientOptions): Promise<ApiClient>;
  /** For other programs: all rights, through the relay. */
  kubeconfig(): string;
  createNamespace(): Promise<string>;
  restrictedUser(namespace: string): Promise<RestrictedUser>;
  /** Every resourceVersion and continue token handed out so far expires, and open watches end. */
  expireHistory(): Promise<void>;
  /** Ends the server as `kill -9` does. Its data stays. */
  crash(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** Switches the server's support for WatchList; open watches may end. */
  setWatchList(enabled: boolean): Promise<void>;
  /** Every request of clients with this user agent, oldest first. */
  requestsOf(userAgent: string): Promise<readonly LoggedRequest[]>;
  /** Straight to the server, with all rights unless a token is given. */
  raw(request: RawRequest): Promise<RawAnswer>;
}
