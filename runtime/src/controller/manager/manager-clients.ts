import { connect } from '../../client/connect.js';
import type { ConnectOptions } from '../../client/connect.js';
import { WriteFence } from '../election/write-fence.js';
import type { ManagerClient, ManagerOptions } from './manager-options.js';

/** The connections of a manager. */
export interface ManagerClients extends AsyncDisposable {
  /** For informers. */
  readonly reads: ManagerClient;
  /** For everything else. */
  readonly writes: ManagerClient;
  /** For the Lease, which no other request may delay. */
  readonly election: ManagerClient;
  /** Keeps writes back unless this process leads; undefined without an election. */
  readonly fence: WriteFence | undefined;
}

/** Connects: with an election, the writes and the Lease have connections of their own. */
export async function connectManager(options: ManagerOptions): Promise<ManagerClients> {
  const { clock, name, client, fieldManager = name } = options;
  const isElected = options.leaderElection !== undefined && options.leaderElection !== false;
  const fence = isElected ? new WriteFence({ clock }) : undefined;
  if (client !== undefined) {
    return { reads: client, writes: client, election: client, fence, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const common: ConnectOptions = { fieldManager, ...options.connect, clock: options.connect?.clock ?? clock };
  const reads = await connect(common);
  if (fence === undefined) {
    return { reads, writes: reads, election: reads, fence, [Symbol.asyncDispose]: () => reads[Symbol.asyncDispose]() };
  }
  // HTTP/1.1 writes a request at the very moment the fence lets it through; HTTP/2 may do so a turn of the event loop later.
  const writes = await connect({ ...common, transport: 'http1', gate: fence });
  const election = await connect(common);
  return {
    reads,
    writes,
    election,
    fence,
    async [Symbol.asyncDispose]() {
      for (const each of [writes, election, reads]) await each[Symbol.asyncDispose]();
    },
  };
}
