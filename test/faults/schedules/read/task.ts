import type { Mode } from './modes.js';
import type { InformerReport } from './report.js';

/** What the process of the informers is told at its start. */
export interface ReaderTask {
  /** Of the proxies: one that ends TLS, one that passes it on. */
  readonly ports: { readonly ended: number; readonly passed: number };
  readonly ca: string;
  /** Read again for every request: tokens change. */
  readonly tokenFile: string;
  /** PEM, read again whenever the runtime asks: certificates change. */
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly namespaces: readonly string[];
  readonly widgetGroup: string;
  readonly modes: readonly Mode[];
}

/** What it can be asked, and what it answers. */
export interface ReaderCalls {
  /** Resolves when every informer has synced. */
  'wait-for-sync': null;
  /** Adds another handler to every informer. */
  'add-late': null;
  /** Removes one handler of every informer. */
  'remove-handlers': null;
  /** What every cache holds, and how much waits for handlers. */
  state: readonly ReaderState[];
  report: readonly InformerReport[];
}

/** A look at an informer while it runs. */
export interface ReaderState {
  readonly mode: string;
  readonly resource: InformerReport['resource'];
  /** Of the keys, uids and versions in the cache. */
  readonly fingerprint: string;
  readonly backlog: number;
  readonly status: string;
}

/** A question on its way to the process. */
export interface ReaderQuestion {
  readonly id: number;
  readonly ask: keyof ReaderCalls;
}

/** Its answer. */
export interface ReaderAnswer {
  readonly id: number;
  readonly answer?: ReaderCalls[keyof ReaderCalls];
  readonly error?: string;
}
