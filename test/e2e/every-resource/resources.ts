import type { KubernetesObject, Resource, SharedIndexInformer } from '@informer-gen/runtime';
import type { ApiServerAccess } from '@informer-gen/testing';

/** A resource as an output's accessors give it. */
export interface FoundResource {
  /** `apps/v1/deployments`; `v1/pods`. */
  readonly key: string;
  readonly apiVersion: string;
  readonly resource: Resource;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  /** Through the lister that the accessor hands out, by namespace where there are namespaces. */
  readonly get: (namespace: string, name: string) => KubernetesObject | undefined;
}

interface ByName {
  get(name: string): KubernetesObject | undefined;
}

type Lister = ByName & { readonly [accessor: string]: (namespace: string) => ByName };

/** `allInformers(host)` of any output, seen without its names. */
interface Accessors {
  readonly [group: string]: {
    readonly [version: string]: {
      readonly [accessor: string]: { informer(): SharedIndexInformer<KubernetesObject>; lister(): object };
    };
  };
}

/** What an output exports, as far as every output does. */
export interface Output {
  readonly informers: object;
  /** `resources` of its `generic.ts`. */
  readonly resources: { readonly [key: string]: Resource };
  /** `findResource`, bound to the host. */
  readonly find: (apiVersion: string, plural: string) => { informer(): unknown };
}

/**
 * Every resource that the accessors of an output lead to. The accessor and `forResource` have to give the same informer,
 * and each entry of the output's table has to be reached by an accessor.
 */
export function resourcesOf({ informers, resources, find }: Output): FoundResource[] {
  const keyOf = new Map<unknown, string>();
  for (const key of Object.keys(resources)) keyOf.set(find(...split(key)).informer(), key);
  return Object.values(informers as Accessors).flatMap((group) =>
    Object.values(group).flatMap((version) =>
      Object.entries(version).map(([accessor, bound]) => {
        const informer = bound.informer();
        const key = keyOf.get(informer);
        const resource = key === undefined ? undefined : resources[key];
        if (key === undefined || resource === undefined) throw new Error(`${accessor} is not in the output's table`);
        const read = bound.lister() as Lister;
        const get = (namespace: string, name: string): KubernetesObject | undefined =>
          (resource.namespaced ? read[accessor]?.(namespace) : read)?.get(name);
        return { key, apiVersion: split(key)[0], resource, informer, get };
      }),
    ),
  );
}

function split(key: string): [apiVersion: string, plural: string] {
  const slash = key.lastIndexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1)];
}

interface ApiResourceList {
  readonly groupVersion: string;
  readonly resources: readonly { readonly name: string; readonly verbs: readonly string[] }[];
}

interface ApiGroupList {
  readonly groups: readonly { readonly versions: readonly { readonly groupVersion: string }[] }[];
}

/** What the server says it can list and watch, as keys, sorted. */
export async function servedResources(server: ApiServerAccess): Promise<string[]> {
  const { groups } = await server.json<ApiGroupList>('/apis');
  const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => `/apis/${groupVersion}`));
  const lists = await Promise.all(['/api/v1', ...versions].map((path) => server.json<ApiResourceList>(path)));
  return lists
    .flatMap(({ groupVersion, resources }) =>
      resources
        .filter(({ name, verbs }) => !name.includes('/') && verbs.includes('list') && verbs.includes('watch'))
        .map(({ name }) => `${groupVersion}/${name}`),
    )
    .sort();
}

/** Creates an object and returns it as the server made it. */
export async function createObject(
  server: ApiServerAccess,
  { apiVersion, resource }: Pick<FoundResource, 'apiVersion' | 'resource'>,
  object: { readonly metadata: { readonly name: string } },
): Promise<KubernetesObject> {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const where = resource.namespaced ? `${root}/namespaces/default/${resource.plural}` : `${root}/${resource.plural}`;
  const body = { apiVersion, kind: resource.kind, ...object };
  return await server.json<KubernetesObject>(`${where}?fieldValidation=Strict`, { method: 'POST', body });
}
