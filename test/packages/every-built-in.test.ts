import { readFile } from 'node:fs/promises';
import { SharedInformerFactory, findResource } from '@informer-gen/kubernetes';
import { resources as stable } from '@informer-gen/kubernetes/generic';
import { resources as unstable } from '@informer-gen/kubernetes/preview/generic';
import { FakeClient } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';

interface Snapshot {
  readonly info: { readonly version: string };
  readonly paths: { readonly [path: string]: { readonly get?: { readonly 'x-kubernetes-action'?: string } } };
}

const snapshot = JSON.parse(
  await readFile(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
) as Snapshot;

/** From the paths of the snapshot alone, not through the generator: `apps/v1/deployments`. */
function watchable(): string[] {
  return Object.entries(snapshot.paths)
    .filter(([, { get }]) => get?.['x-kubernetes-action'] === 'watchlist')
    .map(([path]) => /^\/apis?\/((?:[^/]+\/)?v[^/]+)\/watch\/([^/]+)$/.exec(path))
    .flatMap((match) => (match === null ? [] : [`${match[1]}/${match[2]}`]))
    .sort();
}

describe('@informer-gen/kubernetes', () => {
  it('has every resource of Kubernetes 1.36 that can be listed and watched, stable ones at its root', () => {
    expect(snapshot.info.version).toMatch(/^1\.36\./);
    const isStable = (name: string): boolean => !/\/v\d+(alpha|beta)\d+\//.test(`/${name}`);
    expect(Object.keys(stable).sort()).toEqual(watchable().filter(isStable));
    expect(Object.keys(unstable).sort()).toEqual(watchable().filter((name) => !isStable(name)));
    expect(Object.keys(stable).length).toBeGreaterThanOrEqual(60);
  });

  it('gives the same informer by property and by forResource', () => {
    const factory = new SharedInformerFactory(new FakeClient());
    const byProperty = new Map<string, unknown>();
    for (const [group, versions] of Object.entries(factory)) {
      if (group === 'client') continue;
      for (const [version, resources] of Object.entries(versions as object))
        for (const [plural, accessor] of Object.entries(resources as object))
          byProperty.set(`${group}/${version}/${plural}`, (accessor as { informer(): unknown }).informer());
    }
    expect(byProperty.size).toBe(Object.keys(stable).length);
    const byName = Object.keys(stable).map((name) => {
      const slash = name.lastIndexOf('/');
      return findResource(factory, name.slice(0, slash), name.slice(slash + 1)).informer();
    });
    const own = new Set(byProperty.values());
    expect(byName.filter((informer) => !own.has(informer))).toEqual([]);
    expect(factory.informers()).toHaveLength(byName.length);
  });
});
