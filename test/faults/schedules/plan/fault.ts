/**
 * Everything that can go wrong, as data. `forMs` is how long it lasts. What a fault does is in `world/apply-fault.ts`; the
 * README says what each is for.
 */
export type Fault = NetworkFault | ServerFault | AccessFault | ReaderFault;

/** Done by the proxies. */
export type NetworkFault =
  | { readonly type: 'cut' }
  | { readonly type: 'refuse'; readonly forMs: number }
  | { readonly type: 'hang'; readonly forMs: number }
  | {
      readonly type: 'half-open';
      readonly direction: 'to-client' | 'to-server' | 'both';
      readonly forMs: number;
      /** `cut`: the network shows that the connections are dead. `nothing`: the informers have to find out. */
      readonly endsWith: 'cut' | 'nothing';
    }
  | { readonly type: 'slow'; readonly bytesPerSecond: number; readonly forMs: number }
  | { readonly type: 'delay'; readonly delayMs: number; readonly forMs: number }
  | { readonly type: 'truncate' }
  | { readonly type: 'corrupt'; readonly everyBytes: number; readonly forMs: number }
  | { readonly type: 'goaway' }
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly retryAfterSeconds?: number | undefined;
      readonly forMs: number;
    };

/** Done to kube-apiserver, etcd or what they serve. */
export type ServerFault =
  | {
      readonly type: 'stop-api-server';
      readonly signal: 'SIGKILL' | 'SIGTERM';
      /** Which of the servers. */
      readonly server: number;
      readonly forMs: number;
    }
  | { readonly type: 'suspend-api-server'; readonly server: number; readonly forMs: number }
  | { readonly type: 'kill-etcd'; readonly forMs: number }
  | { readonly type: 'suspend-etcd'; readonly forMs: number }
  /** Clients are cut off, and when they come back every version they know has expired. */
  | { readonly type: 'expire-history'; readonly forMs: number }
  | { readonly type: 'recreate-crd'; readonly forMs: number }
  | { readonly type: 'rotate-serving-certificate' };

/** Done to the rights and credentials of the informers. Connections are cut, since open watches are not asked again. */
export type AccessFault =
  | { readonly type: 'revoke-rights'; readonly forMs: number }
  | { readonly type: 'revoke-token'; readonly forMs: number }
  | { readonly type: 'expire-client-certificate'; readonly forMs: number };

/** Done to the process that runs the informers. */
export type ReaderFault = { readonly type: 'suspend-reader'; readonly forMs: number };

/** A fault, and when it begins. */
export interface Step {
  /** Milliseconds after the informers have synced and the writer has begun. */
  readonly atMs: number;
  readonly fault: Fault;
}

/** How long a fault lasts by itself, without what it takes to begin and to end it. */
export function durationOf(fault: Fault): number {
  return 'forMs' in fault ? fault.forMs : 0;
}

/** A step in one line: `1200 ms: hang forMs=900`. */
export function describeStep({ atMs, fault }: Step): string {
  const { type, ...rest } = fault;
  const details = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`);
  return [`${atMs} ms: ${type}`, ...details].join(' ');
}
