import { connect } from '../../client/connect.js';
import type { ConnectOptions } from '../../client/connect.js';
import { WriteFence } from '../election/write-fence.js';
import type { EventClient } from '../events/event-recorder.js';
import type { ManagerClient, ManagerOptions } from './manager-options.js';
import { NamedClient, userAgentOf } from './named-client.js';

/** The connections of a manager. */
export interface ManagerClients extends AsyncDisposable {
  /** For informers. */
  readonly reads: ManagerClient;
  /** For everything else. */
  readonly writes: ManagerClient;
  /** For events about objects, held back as every other write. */
  readonly events: EventClient;
  /** For the Lease, which no other request may delay. */
  readonly election: ManagerClient;
  /** Keeps writes back unless this process leads; undefined without an election. */
  readonly fence: WriteFence | undefined;
}

/** Connects: with an election, the writes and the Lease have connections of their own. */
export async function connectManager(options: ManagerOptions): Promise<ManagerClients> {
  const { clock, name, fieldManager = name } = options;
  const client = options.client && new NamedClient(options.client, name);
  const isElected = options.leaderElection !== undefined && options.leaderElection !== false;
  const fence = isElected ? new WriteFence({ clock }) : undefined;
  if (client !== undefined) {
    const events = fence === undefined ? client : fencedEvents(client, fence);
    return {
      reads: client,
      writes: client,
      events,
      election: client,
      fence,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const common: ConnectOptions = {
    fieldManager,
    userAgent: userAgentOf(name),
    ...options.connect,
    clock: options.connect?.clock ?? clock,
  };
  const reads = await connect(common);
  if (fence === undefined) {
    const dispose = (): Promise<void> => reads[Symbol.asyncDispose]();
    return { reads, writes: reads, events: reads, election: reads, fence, [Symbol.asyncDispose]: dispose };
  }
  // HTTP/1.1 writes a request at the very moment the fence lets it through; HTTP/2 may do so a turn of the event loop later.
  const writes = await connect({ ...common, transport: 'http1', gate: fence });
  const election = await connect(common);
  return {
    reads,
    writes,
    events: writes,
    election,
    fence,
    async [Symbol.asyncDispose]() {
      for (const each of [writes, election, reads]) await each[Symbol.asyncDispose]();
    },
  };
}

/** A client that was given does not ask the fence where it sends: its calls are asked here. */
function fencedEvents(client: EventClient, fence: WriteFence): EventClient {
  const create: EventClient['create'] = async (resource, object, options) => {
    fence.beforeWrite();
    return client.create(resource, object, options);
  };
  const patch: EventClient['patch'] = async (resource, name, change, options) => {
    fence.beforeWrite();
    return client.patch(resource, name, change, options);
  };
  return { create, patch };
}
