import { defineResource } from '../../../runtime/src/api/resource.js';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import type { WatchBatch, WatchEvent } from '../../../runtime/src/source/lister-watcher.js';

export interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string };
}

export const pods = defineResource<Pod>({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });

export function pod(name: string, resourceVersion = '1'): Pod {
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      resourceVersion,
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
  };
}

export function eventLine(type: string, object: unknown): string {
  return `${JSON.stringify({ type, object })}\n`;
}

export function podList(items: readonly Pod[], metadata: object = { resourceVersion: '10' }): string {
  const bare = items.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }) => rest);
  return JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata, items: bare });
}

/** All events until the watch ends; what it throws goes through. */
export async function collect<T>(
  watch: AsyncIterable<WatchBatch<T>>,
  into: WatchEvent<T>[] = [],
): Promise<WatchEvent<T>[]> {
  for await (const batch of watch) into.push(...batch);
  return into;
}

export const noSignal: AbortSignal = new AbortController().signal;
