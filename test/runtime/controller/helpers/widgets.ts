import { defineResource } from '@informer-gen/runtime';
import type { Clock, KubernetesObject, NamespacedObjectMeta } from '@informer-gen/runtime';
import { FakeClient, FakeClock } from '@informer-gen/testing';

export interface Widget extends KubernetesObject {
  readonly metadata: NamespacedObjectMeta;
  readonly spec?: {
    readonly size?: number;
    readonly parts?: readonly { readonly name: string; readonly count?: number }[];
  };
  readonly status?: { readonly ready?: boolean };
}

export const widgets = defineResource<Widget>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
  subresources: ['status'],
});

export const at = { namespace: 'default', name: 'a' };

/** A client over a simulated cluster whose clock stands still. */
export function fakeClient(): FakeClient {
  return new FakeClient({ fieldManager: 'me', clock: new FakeClock() });
}

/** A clock whose waits end at once, and which writes them down. */
export function eagerClock(waits: number[] = []): Clock {
  return {
    now: () => 0,
    after(delayMs, callback) {
      waits.push(delayMs);
      queueMicrotask(callback);
      return { cancel() {} };
    },
  };
}
