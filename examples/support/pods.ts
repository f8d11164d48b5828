import type { ApiClient } from '@informer-gen/runtime';
import { podResource } from './kubernetes.js';
import type { Pod } from './kubernetes.js';

/** Names a pod. */
export interface PodName {
  readonly namespace: string;
  readonly name: string;
}

/** What a new pod is to have beside its name. */
export interface NewPodOptions {
  readonly labels?: { readonly [key: string]: string };
  /** Default `example.com/nettool:1`. */
  readonly image?: string;
  /** Default: none. */
  readonly finalizers?: readonly string[];
}

/** Creates a pod that no scheduler and no kubelet touches: its whole life is what the example writes. */
export function createPod(client: ApiClient, { namespace, name }: PodName, options: NewPodOptions = {}): Promise<Pod> {
  const { labels = {}, image = 'example.com/nettool:1', finalizers = [] } = options;
  return client.create(podResource, {
    metadata: { namespace, name, labels, finalizers },
    spec: { schedulerName: 'nobody', containers: [{ name: 'main', image }] },
  });
}

/** Writes a pod's phase, and the conditions that are true of it, where a kubelet would. */
export function setPhase(client: ApiClient, pod: PodName, phase: string, conditions: readonly string[]): Promise<Pod> {
  const status = { phase, conditions: conditions.map((type) => ({ type, status: 'True' })) };
  return client.patch(podResource, pod, { status }, { subresource: 'status' });
}

/** Deletes a pod at once, without its time to say goodbye. */
export async function deletePod(client: ApiClient, pod: PodName): Promise<void> {
  await client.delete(podResource, pod, { gracePeriodSeconds: 0 });
}

/** One step in the life of a pod: what a watch tells of it. */
export interface PodStep {
  readonly event: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly phase: string;
}

/**
 * The life of a pod, from its creation to its deletion. Each step is written when the one before has been dealt with, so
 * that everybody who watches sees every one.
 *
 * @example
 * for await (const { event, phase } of podLife(client, pod)) await output.printed(`${event} : ${phase}`);
 */
export async function* podLife(client: ApiClient, pod: PodName): AsyncGenerator<PodStep> {
  await createPod(client, pod, { finalizers: ['example.com/seen'] });
  yield { event: 'ADDED', phase: 'Pending' };
  for (const [phase, conditions] of phases) {
    await setPhase(client, pod, phase, conditions);
    yield { event: 'MODIFIED', phase };
  }
  // A server marks a pod as deleted before it removes it. The finalizer keeps the two apart, so that both are seen.
  await deletePod(client, pod);
  yield { event: 'MODIFIED', phase: 'Running' };
  await client.patch(podResource, pod, { metadata: { finalizers: null } });
  yield { event: 'DELETED', phase: 'Running' };
}

const phases: readonly (readonly [phase: string, conditions: readonly string[]])[] = [
  ['Pending', ['PodScheduled']],
  ['Pending', ['PodScheduled', 'Initialized']],
  ['Running', ['PodScheduled', 'Initialized']],
  ['Running', ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready']],
];
