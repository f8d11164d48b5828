import type { Fault } from '../../test/faults/schedules/plan/fault.js';

/** A fault of the table. */
export interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
  /**
   * Whether informers talk to the server itself, through a wire that passes bytes on, or through a proxy that ends TLS, where the
   * fault is in what is said. That one makes two handshakes for each of theirs, one after the other, which is then part of the time.
   */
  readonly via: 'server' | 'wire' | 'proxy';
  /** Default `configmaps`. */
  readonly plural?: 'widgets';
  /** The server asks for a pause, which is part of the time: not to be compared with the others. */
  readonly apart?: true;
}

/** The rows of the table. */
export const NAMED_FAULTS: readonly NamedFault[] = [
  { name: 'API server SIGTERM', via: 'server', fault: stopped('SIGTERM') },
  { name: 'API server kill -9', via: 'server', fault: stopped('SIGKILL') },
  { name: 'etcd kill -9', via: 'server', fault: { type: 'kill-etcd', forMs: 500 } },
  { name: 'cut', via: 'wire', fault: { type: 'cut' } },
  { name: 'connects refused', via: 'wire', fault: { type: 'refuse', forMs: 2000 } },
  { name: 'connects hang, then cut', via: 'wire', fault: { type: 'hang', forMs: 3000 } },
  { name: 'rights removed, granted', via: 'proxy', fault: { type: 'revoke-rights', forMs: 2000 } },
  { name: 'token invalid, valid', via: 'proxy', fault: { type: 'answer', status: 401, forMs: 2000 } },
  { name: 'CRD recreated', via: 'proxy', plural: 'widgets', fault: { type: 'recreate-crd', forMs: 1000 } },
  { name: 'compaction while cut off', via: 'proxy', fault: { type: 'expire-history', forMs: 1000 } },
  { name: '503', via: 'proxy', fault: { type: 'answer', status: 503, forMs: 2000 } },
  {
    name: '503, Retry-After 1 s',
    via: 'proxy',
    apart: true,
    fault: { type: 'answer', status: 503, retryAfterSeconds: 1, forMs: 2000 },
  },
];

function stopped(signal: 'SIGTERM' | 'SIGKILL'): Fault {
  return { type: 'stop-api-server', signal, server: 0, forMs: 0 };
}
