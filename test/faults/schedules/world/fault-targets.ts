import type { ApiServer } from '../../../../testkit/real/api-server.js';
import type { Network } from './network.js';
import type { ReaderAccess } from './reader-access.js';

/** Everything that a fault can be done to. */
export interface FaultTargets {
  readonly servers: readonly [ApiServer, ...ApiServer[]];
  readonly network: Network;
  readonly access: ReaderAccess;
  /** Told before all widgets go with their definition. */
  readonly writer: { noteCrdDeletion(): void };
  /** The process of the informers. */
  readonly reader: { suspend(): void; resume(): void };
}
