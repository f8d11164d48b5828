import type { OwnerReference } from '@informer-gen/runtime';
import {
  controllerOf,
  isOwnedBy,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from '@informer-gen/runtime/controller/helpers';
import { describe, expect, it } from 'vitest';

const websites = { group: 'web.acme.dev', version: 'v1', kind: 'Website', plural: 'websites', namespaced: true };
const zones = { group: 'web.acme.dev', version: 'v1', kind: 'Zone', plural: 'zones', namespaced: false };
const configMaps = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };

const site = { resource: websites, metadata: { name: 'a', namespace: 'x', uid: 'u1' } };
const zone = { resource: zones, metadata: { name: 'z', uid: 'u2' } };
const reference: OwnerReference = { apiVersion: 'web.acme.dev/v1', kind: 'Website', name: 'a', uid: 'u1' };
const controller = { ...reference, controller: true, blockOwnerDeletion: true };

const child = (...ownerReferences: OwnerReference[]) => ({
  resource: configMaps,
  metadata: { name: 'c', namespace: 'x', ownerReferences },
});

describe('a controller reference', () => {
  it('has the type of the resource, and both flags', () => {
    expect(setControllerReference({ resource: configMaps, metadata: { namespace: 'x' } }, site)).toEqual([controller]);
  });

  it('replaces one to an owner of the same kind and name, of another version or uid', () => {
    const old = { ...controller, apiVersion: 'web.acme.dev/v1beta1', uid: 'u0' };
    const zoneReference = { apiVersion: 'web.acme.dev/v1', kind: 'Zone', name: 'z', uid: 'u2' };
    expect(setControllerReference(child(old, zoneReference), site)).toEqual([controller, zoneReference]);
  });

  it('is refused where another controls the object', () => {
    const other = { ...controller, kind: 'Zone', name: 'z' };
    expect(() => setControllerReference(child(other), site)).toThrow(
      expect.objectContaining({ code: 'AlreadyOwned', owner: other }) as Error,
    );
    expect(() => setControllerReference(child({ ...controller, apiVersion: 'other.dev/v1' }), site)).toThrow(
      'ConfigMap x/c is controlled by Website a',
    );
  });
});

describe('an owner reference', () => {
  it('has no flags unless it is told to', () => {
    expect(setOwnerReference(child(), site)).toEqual([reference]);
    expect(setOwnerReference(child(), site, { blockOwnerDeletion: true })).toEqual([
      { ...reference, blockOwnerDeletion: true },
    ]);
    expect(setOwnerReference(child({ ...controller, kind: 'Zone', name: 'z' }), site)).toHaveLength(2);
  });

  it.each([
    ['across namespaces, which would delete the object at once', { ...child(), metadata: { namespace: 'y' } }, site],
    ['to an object whose namespace is not known', { resource: configMaps }, site],
    [
      'from a cluster to a namespace, which would never be collected',
      { resource: zones, metadata: { name: 'z' } },
      site,
    ],
    ['to an owner that does not exist yet', child(), { ...site, metadata: { ...site.metadata, uid: '' } }],
  ])('is refused %s', (_what, owned, owner) => {
    const refused = expect.objectContaining({ code: 'InvalidOwner' }) as Error;
    expect(() => setOwnerReference(owned, owner)).toThrow(refused);
    expect(() => setControllerReference(owned, owner)).toThrow(refused);
  });

  it('to an owner without a namespace is allowed everywhere', () => {
    expect(setOwnerReference(child(), zone)).toHaveLength(1);
    expect(setOwnerReference({ resource: zones, metadata: { name: 'y' } }, zone)).toHaveLength(1);
  });

  it('is removed by kind and name, and looked for by uid', () => {
    expect(removeOwnerReference(child({ ...reference, uid: 'u0' }), site)).toEqual([]);
    expect(isOwnedBy(child(reference), site)).toBe(true);
    expect(isOwnedBy(child({ ...reference, uid: 'u0' }), site)).toBe(false);
    expect(controllerOf(child(reference, { ...controller, name: 'b' }))?.name).toBe('b');
    expect(controllerOf({})).toBeUndefined();
  });

  it('never changes the list that was given', () => {
    const given = { resource: configMaps, metadata: { namespace: 'x', ownerReferences: Object.freeze([reference]) } };
    expect(setControllerReference(given, site)).toEqual([controller]);
    expect(given.metadata.ownerReferences).toEqual([reference]);
  });
});
