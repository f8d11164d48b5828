import { compareResourceVersions, connect, defineResource } from '@informer-gen/runtime';
import type { KubernetesObject, Resource } from '@informer-gen/runtime';
import { configMaps } from '../../runtime/controller/support/websites.js';
import { nowMs } from '../replica/now.js';

/** Something that the server took, in the order in which it did. */
export interface Accepted {
  readonly version: string;
  readonly seenAt: number;
  /** A change of the Lease by its holder, or a write of a ConfigMap by who is named in it. */
  readonly what: 'lease' | 'write';
  readonly by: string;
  /** `METHOD name`, to be listed. */
  readonly name: string;
  /** Sent with a precondition, so that it changes only what the writer had seen. */
  readonly isGuarded: boolean;
}

interface Lease extends KubernetesObject {
  readonly spec?: { readonly holderIdentity?: string };
}

const leases = defineResource<Lease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
});

type Reading<T> = (object: T) => Omit<Accepted, 'version' | 'seenAt'> | undefined;

/** Where the history is watched: a server that lives through the faults. */
export interface Observatory {
  readonly url: string;
  readonly adminToken: string;
  readonly caPem: string;
}

/** Everything that replicas wrote in a namespace, by a watch from before the first of them. */
export class History implements AsyncDisposable {
  readonly accepted: Accepted[] = [];
  readonly #over = new AbortController();
  #watching: Promise<unknown> = Promise.resolve();
  #failure: unknown;
  #holder = '';

  static async begin({ url, adminToken, caPem }: Observatory, namespace: string): Promise<History> {
    const history = new History();
    const client = await connect({ server: url, token: adminToken, ca: caPem });
    const { signal } = history.#over;
    const follow = async <T extends KubernetesObject>(resource: Resource<T>, read: Reading<T>): Promise<void> => {
      let { resourceVersion } = await client.list(resource, { namespace });
      while (!signal.aborted)
        for await (const event of client.watch(resource, { namespace, resourceVersion, signal })) {
          if (event.type === 'BOOKMARK') continue;
          resourceVersion = event.object.metadata?.resourceVersion ?? resourceVersion;
          const found = read(event.object);
          if (found) history.#add({ version: resourceVersion, seenAt: nowMs(), ...found });
        }
    };
    const following = Promise.all([
      follow(leases, ({ metadata, spec }) => ({
        what: 'lease' as const,
        by: spec?.holderIdentity ?? '',
        name: `Lease ${metadata?.name}`,
        isGuarded: true,
      })),
      follow(configMaps, ({ metadata, data = {} }) => {
        if (data['by'] === undefined) return undefined;
        const isGuarded = data['guarded'] !== undefined;
        return { what: 'write', by: data['by'], name: `${isGuarded ? 'PUT' : 'apply'} ${metadata.name}`, isGuarded };
      }),
    ]);
    history.#watching = following
      .catch((error: unknown) => {
        if (!signal.aborted) history.#failure = error;
      })
      .then(() => client[Symbol.asyncDispose]());
    return history;
  }

  /** Who holds the lease, as last seen. */
  get holder(): string {
    return this.#holder;
  }

  /** In the order of versions, which all resources of a server share. */
  sorted(): readonly Accepted[] {
    if (this.#failure !== undefined) throw this.#failure;
    return [...this.accepted].sort((a, b) => compareResourceVersions(a.version, b.version));
  }

  #add(accepted: Accepted): void {
    this.accepted.push(accepted);
    if (accepted.what === 'lease') this.#holder = accepted.by;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort(new Error('over'));
    await this.#watching;
  }
}
