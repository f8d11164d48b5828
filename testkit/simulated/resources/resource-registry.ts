import { resourceName } from '@informer-gen/runtime';
import { resourceKey } from '@informer-gen/runtime/client-go';
import type { KubernetesObject, Resource } from '@informer-gen/runtime';
import type { ResourceSpec } from '@informer-gen/runtime/client-go';
import { groupResource, servedResource } from './served-resource.js';
import type { ServedResource } from './served-resource.js';

/**
 * How a caller names a resource: its constant, which also says what its objects are (`T`), or `pods`, `deployments.apps`,
 * `widgets.v1.example.com`, a kind or a short name.
 */
export type ResourceRef<T extends KubernetesObject = KubernetesObject> =
  string | Resource<T> | Pick<ResourceSpec, 'group' | 'version' | 'plural'>;

/**
 * Thrown when a caller names a resource that the simulated server does not serve.
 *
 * @example
 * if (error instanceof UnservedResourceError) console.log(error.message);
 */
export class UnservedResourceError extends Error {
  override readonly name = 'UnservedResourceError';

  constructor(asked: string, served: readonly string[]) {
    super(
      `the simulated API server serves no resource "${asked}"; pass it in \`resources\` or \`crds\`, or create its CRD. ` +
        `Served: ${served.join(', ')}`,
    );
  }
}

/** What is served now. */
export class ResourceRegistry {
  readonly #resources = new Map<string, ServedResource>();
  readonly #serveOnUse: boolean;

  /** @param options `serveOnUse`: a resource is served from when its constant is first used. */
  constructor(options: { readonly serveOnUse: boolean }) {
    this.#serveOnUse = options.serveOnUse;
  }

  /** Newly registered resources replace those of the same group, version and plural. */
  add(resource: ServedResource): void {
    this.#resources.set(resourceKey(resource), resource);
  }

  remove(resource: ServedResource): void {
    this.#resources.delete(resourceKey(resource));
  }

  all(): readonly ServedResource[] {
    return [...this.#resources.values()];
  }

  get(group: string, version: string, plural: string): ServedResource | undefined {
    return this.#resources.get(resourceKey({ group, version, plural }));
  }

  /** The same by apiVersion: `v1`, `apps/v1`. */
  at(apiVersion: string, plural: string): ServedResource | undefined {
    const slash = apiVersion.indexOf('/');
    return this.get(apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1), plural);
  }

  /** All served versions of what `pods.` or `widgets.example.com` names. */
  versionsOf(name: string): readonly ServedResource[] {
    return this.all().filter((resource) => groupResource(resource) === name);
  }

  /** Finds what a caller means; throws {@link UnservedResourceError}. */
  find(ref: ResourceRef): ServedResource {
    const found = typeof ref === 'string' ? findByName(this.all(), ref) : this.get(ref.group, ref.version, ref.plural);
    // Dynamic factories know no kind; the first constant that does completes what they began.
    if (this.#serveOnUse && isDescribed(ref) && (found === undefined || found.kind === '')) return this.#serve(ref);
    if (found) return found;
    throw new UnservedResourceError(typeof ref === 'string' ? ref : resourceKey(ref), this.all().map(resourceName));
  }

  #serve(spec: ResourceSpec): ServedResource {
    const served = servedResource(spec);
    this.add(served);
    return served;
  }
}

function isDescribed(ref: ResourceRef): ref is Resource {
  return typeof ref !== 'string' && 'kind' in ref && 'namespaced' in ref;
}

function findByName(all: readonly ServedResource[], name: string): ServedResource | undefined {
  return (
    all.find((resource) => resource.plural === name) ??
    all.find((resource) => resourceName(resource) === name || resourceKey(resource) === name) ??
    all.find((resource) => resource.kind === name || resource.singular === name) ??
    all.find((resource) => resource.shortNames?.includes(name))
  );
}
