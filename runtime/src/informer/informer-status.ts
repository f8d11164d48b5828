import type { HandlerStatus } from '../delivery/processor-listener.js';
import type { HeldUp } from '../delivery/reading-gate.js';
import type { ReflectorStatus } from '../reflector/reflector-status.js';

/** How fresh an informer's cache is, and what it is doing about it. A snapshot: read `status` again for a newer one. */
export interface InformerStatus extends ReflectorStatus {
  /** As messages name it: `pods`, `widgets.example.com`. */
  readonly resource: string;
  readonly synced: boolean;
  /** How many changes have arrived and are not in the cache yet. */
  readonly queued?: number;
  /** Its handlers, in the order in which they were added. */
  readonly handlers?: readonly HandlerStatus[];
  /** It does not read from the server, because handlers with the policy `pressure` are behind. */
  readonly heldUp?: HeldUp;
  /** For an informer of several namespaces: each one's own status. */
  readonly namespaces?: { readonly [namespace: string]: ReflectorStatus };
}

/** Namespaces that a message names. */
const MAX_NAMED = 5;

/**
 * What keeps an informer from being synced, in a few words: `pods: 403 forbidden: …`.
 *
 * @example
 * console.log(describeUnsynced(pods.status));
 */
export function describeUnsynced(status: InformerStatus): string {
  const behind = Object.entries(status.namespaces ?? {}).filter(
    ([, each]) => each.lastError && each.resourceVersion === '',
  );
  if (behind.length > 0) {
    const named = behind.slice(0, MAX_NAMED).map(([name, each]) => `${status.resource} in ${name}: ${reason(each)}`);
    const more = behind.length - named.length;
    return [...named, ...(more > 0 ? [`and ${more} more ${more === 1 ? 'namespace' : 'namespaces'}`] : [])].join('; ');
  }
  return `${status.resource}: ${reason(status)}`;
}

function reason(status: ReflectorStatus): string {
  const { lastError, phase } = status;
  if (lastError) return [lastError.statusCode, lastError.message].filter(Boolean).join(' ');
  if (phase === 'idle') return 'not started';
  if (phase === 'stopped') return 'stopped before its first list';
  return `still ${phase}`;
}
