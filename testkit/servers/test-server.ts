import type { ApiClient } from '@informer-gen/runtime';

/** Which API server tests run on. */
export type TestServerKind = 'simulated' | 'real';

/**
 * What the simulated and the real API server have in common, so that one suite runs on both. What only one of them can
 * do (faults, virtual time; feature gates, crashes) is on its own class.
 */
export interface TestServer extends AsyncDisposable {
  readonly kind: TestServerKind;
  /** Its address. */
  readonly url: string;
  /** The text of a kubeconfig whose user may do everything. */
  kubeconfig(): string;
  /** A new client that may do everything. Disposing of it is up to the caller; stopping the server ends its watches. */
  connect(): Promise<ApiClient>;
  /** Ends the server; its data is gone. */
  stop(): Promise<void>;
}

/** What both servers can begin with. */
export interface TestServerOptions {
  /** CustomResourceDefinitions, as objects; served when the start is over. `parseYaml` reads them from text. Default none. */
  readonly crds?: readonly unknown[];
}
