import type { OnError } from '../api/on-error.js';
import type { Clock } from '../util/clock.js';
import type { CredentialSource } from './credentials.js';
import type { Transport } from './http.js';
import { Http1Transport } from './http1.js';

/** Which HTTP to speak. */
export type TransportKind = 'auto' | 'http1' | 'http2';

/** What decides about the {@link Transport}. */
export interface CreateTransportOptions {
  readonly credentials: CredentialSource;
  readonly kind: TransportKind;
  readonly connectionPerWatch: boolean;
  readonly clock: Clock;
  readonly onError: OnError;
}

/** Chooses how to talk to the server. */
export function createTransport({ credentials }: CreateTransportOptions): Transport {
  return new Http1Transport(credentials.server);
}
