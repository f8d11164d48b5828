// Counterparts of controller-runtime's pkg/handler/eventhandler_test.go.
import { defineResource } from '@informer-gen/runtime';
import type { DeletedObject, KubernetesObject } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { toItself, toOwners } from '../../../../runtime/src/controller/sources/mapping.js';
import type { KeyMapping, OwnerMappingOptions } from '../../../../runtime/src/controller/sources/mapping.js';
import { eventHandler } from '../../../../runtime/src/controller/sources/informer-source.js';
import type { Predicate } from '../../../../runtime/src/controller/sources/predicates.js';

const replicaSets = defineResource({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
});
const nodes = defineResource({ group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false });

function pod(name: string, owners: readonly object[] = [], resourceVersion = '1'): KubernetesObject {
  const metadata = { namespace: 'biz', name, resourceVersion, ownerReferences: owners };
  return { metadata } as unknown as KubernetesObject;
}

function owner(name: string, more: object = {}): object {
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: `uid-${name}`, controller: true, ...more };
}

/** The handler of a mapping, and what it has put into the queue: `key priority`. */
function rig(
  mapping: KeyMapping<KubernetesObject>,
  more: { predicate?: Predicate<KubernetesObject>; mapsToItself?: boolean } = {},
): {
  handler: {
    onAdd(object: KubernetesObject, isInInitialList: boolean): void | Promise<void>;
    onUpdate(before: KubernetesObject, after: KubernetesObject): void | Promise<void>;
    onDelete(deleted: DeletedObject<KubernetesObject>): void | Promise<void>;
  };
  added: string[];
} {
  const added: string[] = [];
  const sink = {
    addWithOptions: ({ priority = 0 }, ...keys: readonly string[]) =>
      void added.push(...keys.map((key) => `${key} ${priority}`)),
  };
  const handler = eventHandler({ mapping, ...more }, sink);
  const context = { signal: new AbortController().signal };
  return {
    handler: {
      onAdd: (object, isInInitialList) => handler.onAdd?.(object, isInInitialList, context),
      onUpdate: (before, after) => handler.onUpdate?.(before, after, context),
      onDelete: (deleted) => handler.onDelete?.(deleted, context),
    },
    added,
  };
}

const owners = (options?: OwnerMappingOptions): KeyMapping<KubernetesObject> => toOwners(replicaSets, options);

describe('eventhandler_test.go', () => {
  it('should enqueue a Request with the Name / Namespace of the object in the CreateEvent: and of updates and deletions', () => {
    const { handler, added } = rig(toItself, { mapsToItself: true });
    void handler.onAdd(pod('a'), false);
    void handler.onUpdate(pod('a'), pod('a', [], '2'));
    void handler.onDelete({ key: 'biz/gone', lastKnown: undefined, finalStateUnknown: true });
    expect(added).toEqual(['biz/a 0', 'biz/a 0', 'biz/gone 0']);
  });

  it('should enqueue a Request with the Owner of the object in the CreateEvent: its controller', () => {
    const { handler, added } = rig(owners());
    void handler.onAdd(pod('a', [owner('other', { controller: false }), owner('web')]), false);
    expect(added).toEqual(['biz/web 0']);
  });

  it('should enqueue a Request with the Owners of both objects in the UpdateEvent: the previous one hears of its loss', () => {
    const { handler, added } = rig(owners());
    void handler.onUpdate(pod('a', [owner('web')]), pod('a', [owner('shop')], '2'));
    expect(added).toEqual(['biz/web 0', 'biz/shop 0']);
  });

  it('should enqueue a Request with the one duplicate Owner of both objects in the UpdateEvent: once', () => {
    const { handler, added } = rig(owners());
    void handler.onUpdate(pod('a', [owner('web')]), pod('a', [owner('web')], '2'));
    expect(added).toEqual(['biz/web 0']);
  });

  it('should not enqueue a Request if there are no owners matching Group and Kind: neither one of them alone', () => {
    const { handler, added } = rig(owners({ everyOwner: true }));
    void handler.onAdd(pod('a', [owner('web', { kind: 'Job' }), owner('web', { apiVersion: 'extensions/v1' })]), false);
    void handler.onAdd(pod('a'), false);
    expect(added).toEqual([]);
  });

  it('should enqueue a Request if there are owners matching Group and Kind with a different version: the version means nothing', () => {
    const { handler, added } = rig(owners());
    void handler.onAdd(pod('a', [owner('web', { apiVersion: 'apps/v2' })]), false);
    expect(added).toEqual(['biz/web 0']);
  });

  it('should enqueue a Request for a owner that is cluster scoped: without a namespace', () => {
    const { handler, added } = rig(toOwners(nodes));
    void handler.onAdd(pod('a', [owner('node-1', { apiVersion: 'v1', kind: 'Node' })]), false);
    expect(added).toEqual(['node-1 0']);
  });

  it('should enqueue reconcile.Requests for only the first the Controller if there are multiple Controller owners: the first', () => {
    const { handler, added } = rig(owners());
    void handler.onAdd(pod('a', [owner('one'), owner('two')]), false);
    expect(added).toEqual(['biz/one 0']);
  });

  it('should enqueue a Requests for all owners: where every owner was asked for', () => {
    const { handler, added } = rig(owners({ everyOwner: true }));
    void handler.onAdd(pod('a', [owner('one', { controller: false }), owner('two')]), false);
    expect(added).toEqual(['biz/one 0', 'biz/two 0']);
  });

  it('should do nothing with an invalid OwnerReference: an apiVersion that is none', () => {
    const { handler, added } = rig(owners());
    void handler.onAdd(pod('a', [owner('web', { apiVersion: 'apps/v1/beta' })]), false);
    expect(added).toEqual([]);
  });

  it('should enqueue a Request with the function applied to both objects in the UpdateEvent: and each key once', () => {
    const { handler, added } = rig(({ metadata }) => [`x/${metadata?.resourceVersion}`, 'x/both']);
    void handler.onUpdate(pod('a', [], '1'), pod('a', [], '2'));
    expect(added).toEqual(['x/1 0', 'x/both 0', 'x/2 0']);
  });

  it('should enqueue a Request with the function applied to the DeleteEvent: to its last known state', () => {
    const { handler, added } = rig(owners());
    void handler.onDelete({ key: 'biz/a', lastKnown: pod('a', [owner('web')]), finalStateUnknown: true });
    void handler.onDelete({ key: 'biz/b', lastKnown: undefined, finalStateUnknown: true });
    expect(added).toEqual(['biz/web 0']);
  });

  it('should lower the priority of a create request for an object that was part of the initial list: to -100', () => {
    const { handler, added } = rig(toItself);
    void handler.onAdd(pod('a'), true);
    expect(added).toEqual(['biz/a -100']);
  });

  it('should lower the priority of an update request with unchanged RV: a resync can wait', () => {
    const { handler, added } = rig(toItself);
    void handler.onUpdate(pod('a'), pod('a'));
    expect(added).toEqual(['biz/a -100']);
  });
});
