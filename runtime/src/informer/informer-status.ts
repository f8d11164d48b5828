import type { ReflectorStatus } from '../reflector/status.js';

/** How fresh an informer's cache is, and what it is doing about it. A snapshot: read `status` again for a newer one. */
export interface InformerStatus extends ReflectorStatus {
  /** As messages name it: `pods`, `widgets.example.com`. */
  readonly resource: string;
  readonly synced: boolean;
  /** For an informer of several namespaces: each one's own status. */
  readonly namespaces?: { readonly [namespace: string]: ReflectorStatus };
}

/** What keeps an informer from being synced, in a few words: `pods: 403 forbidden: …`. */
export function describeUnsynced(status: InformerStatus): string {
  const behind = Object.entries(status.namespaces ?? {}).filter(
    ([, each]) => each.lastError && each.resourceVersion === '',
  );
  if (behind.length > 0)
    return behind.map(([namespace, each]) => `${status.resource} in ${namespace}: ${reason(each)}`).join('; ');
  return `${status.resource}: ${reason(status)}`;
}

function reason(status: ReflectorStatus): string {
  const { lastError, phase } = status;
  if (lastError) return [lastError.statusCode, lastError.message].filter(Boolean).join(' ');
  if (phase === 'idle') return 'not started';
  if (phase === 'stopped') return 'stopped before its first list';
  return `still ${phase}`;
}
