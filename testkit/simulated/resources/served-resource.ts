import { lookupTable } from '../objects/lookup-table.js';
import { apiVersionOf } from '@informer-gen/runtime/client-go';
import type { ResourceSpec } from '@informer-gen/runtime/client-go';
import type { KindRules } from '../rules/kind-rules.js';
import type { KindVersions } from '../rules/kind-versions.js';

/** Where a scale subresource finds its numbers in the object. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector?: string | undefined;
}

/** A column of `kubectl get` beside the name. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly format?: string | undefined;
  readonly priority?: number | undefined;
  /** Default: the path. */
  readonly description?: string | undefined;
}

/** A resource as the simulated server serves it, in one version. */
export interface ServedResource extends ResourceSpec {
  /** True for what Kubernetes itself serves: strategic merge patches work, and list items carry no kind. */
  readonly builtIn: boolean;
  readonly hasStatus: boolean;
  /** Whether the server counts `metadata.generation`. */
  readonly hasGeneration: boolean;
  readonly scale?: ScalePaths | undefined;
  readonly columns?: readonly PrinterColumn[] | undefined;
  /** Default: every verb. Kinds that are answered and not stored can only be created. */
  readonly verbs?: readonly string[] | undefined;
  /** The OpenAPI schema of the object, where one is known. */
  readonly schema?: unknown;
  /** What the kind demands of its objects; undefined: nothing beyond what every object must fulfil. */
  readonly rules?: KindRules | undefined;
  /** How the kind is stored and read in its versions; undefined: objects are the same in all of them. */
  readonly versions?: KindVersions | undefined;
  /** In which version objects of a custom resource are stored, where that one is served. */
  readonly storageVersion?: string | undefined;
  /** Why no object may be created now; undefined: they may. */
  readonly createRefusal?: string | undefined;
  /** What every answer warns of where the version is deprecated. */
  readonly deprecation?: string | undefined;
}

/** What is stored together with another resource: events have two groups. */
const STORED_AS = lookupTable<string>({ 'events.events.k8s.io': 'events.' });

/** What all versions of a resource share: `pods.`, `widgets.example.com`. */
export function groupResource(resource: Pick<ResourceSpec, 'group' | 'plural'>): string {
  const name = `${resource.plural}.${resource.group}`;
  return STORED_AS[name] ?? name;
}

/** What every object of this resource begins with on the wire; of custom ones the other way round. */
export function typeFields(resource: ServedResource): { kind: string; apiVersion: string } {
  const { kind, builtIn } = resource;
  const apiVersion = apiVersionOf(resource);
  return builtIn ? { kind, apiVersion } : { apiVersion, kind };
}

/** `{"kind":"Pod","apiVersion":"v1",`: the same as JSON. */
export function typePrefix(resource: ServedResource): string {
  let prefix = typePrefixes.get(resource);
  if (prefix === undefined) {
    prefix = `${JSON.stringify(typeFields(resource)).slice(0, -1)},`;
    typePrefixes.set(resource, prefix);
  }
  return prefix;
}

const typePrefixes = new WeakMap<ServedResource, string>();

/** Namespaces are deleted one by one. */
export function isWithoutDeleteCollection({ builtIn, group, plural }: ServedResource): boolean {
  return builtIn && group === '' && plural === 'namespaces';
}

/** Makes a served resource of the public description, with the defaults of a custom resource. */
export function servedResource(spec: ResourceSpec): ServedResource {
  const subresources = spec.subresources ?? [];
  return {
    ...spec,
    builtIn: false,
    hasStatus: subresources.includes('status'),
    hasGeneration: true,
    ...(subresources.includes('scale')
      ? { scale: { specReplicas: '.spec.replicas', statusReplicas: '.status.replicas' } }
      : {}),
  };
}
