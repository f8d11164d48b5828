import { resourceName } from '@informer-gen/runtime';
import { resourceKey } from '@informer-gen/runtime/client-go';
import type { ResourceSpec } from '@informer-gen/runtime/client-go';
import { groupResource } from './served-resource.js';
import type { ServedResource } from './served-resource.js';

/** How a caller names a resource: its description, or `pods`, `deployments.apps`, `widgets.v1.example.com`, a kind or a short name. */
export type ResourceRef = string | Pick<ResourceSpec, 'group' | 'version' | 'plural'>;

/** Thrown when a caller names a resource that the simulated server does not serve. */
export class UnknownResourceError extends Error {
  override readonly name = 'UnknownResourceError';

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

  /** All served versions of what `pods.` or `widgets.example.com` names. */
  versionsOf(name: string): readonly ServedResource[] {
    return this.all().filter((resource) => groupResource(resource) === name);
  }

  /** Finds what a caller means; throws {@link UnknownResourceError}. */
  find(ref: ResourceRef): ServedResource {
    const all = this.all();
    const found = typeof ref === 'string' ? findByName(all, ref) : this.get(ref.group, ref.version, ref.plural);
    if (found) return found;
    throw new UnknownResourceError(typeof ref === 'string' ? ref : resourceKey(ref), all.map(resourceName));
  }
}

function findByName(all: readonly ServedResource[], name: string): ServedResource | undefined {
  return (
    all.find((resource) => resource.plural === name) ??
    all.find((resource) => resourceName(resource) === name || resourceKey(resource) === name) ??
    all.find((resource) => resource.kind === name || resource.singular === name) ??
    all.find((resource) => resource.shortNames?.includes(name))
  );
}
