import type {
  ApiClient,
  KubernetesObject,
  OwnerReference,
  ResourceCaller,
  WithManagedFields,
} from '@informer-gen/runtime';
import { InformerError, isInformerError } from '@informer-gen/runtime';
import { extractOwned } from '@informer-gen/runtime/controller/helpers';
import { ChildClaim, claiming } from '../../../../runtime/src/controller/reconcile/child-claim.js';
import { KnownChildren } from '../../../../runtime/src/controller/reconcile/child-memory.js';
import { configMaps, websites } from '../support/websites.js';
import type { ConfigMap, Website } from '../support/websites.js';

type Child = WithManagedFields<ConfigMap>;

/** One owner that applies the child, some times in a row. */
export interface RacingOwner {
  readonly parent: Website;
  readonly fieldManager: string;
  readonly adopt: boolean;
  /** `stale`: the cache holds the state from before the race; `empty`: it holds nothing; `none`: there is no cache. */
  readonly cache: 'stale' | 'empty' | 'none';
  readonly applies: number;
  /** By number of the write: its answer is lost. */
  readonly lost: readonly boolean[];
}

/** A child that several owners apply at once, one request at a time, in an order that the caller chooses. */
export class ChildRace {
  /** Writes that took over or changed another owner's child, and writes that were rejected but still changed something. */
  readonly violations: string[] = [];
  /** Of each owner: names of those whose applies succeeded, and unexpected errors. */
  readonly winners = new Set<string>();
  readonly failures: string[] = [];
  readonly #client: ApiClient;
  readonly #at: { readonly name: string; readonly namespace: string };
  readonly #waiting: { readonly start: () => Promise<void> }[] = [];
  readonly #memory = new KnownChildren();
  #running = 0;
  #changed = (): void => {};

  constructor(client: ApiClient, at: { readonly name: string; readonly namespace: string }) {
    this.#client = client;
    this.#at = at;
  }

  async run(owners: readonly RacingOwner[], others: readonly (() => Promise<unknown>)[], order: readonly number[]) {
    const before = await this.live();
    const ends = owners.map((owner) => this.#apply(owner, before));
    const left = [...others];
    for (let turn = 0; ; turn += 1) {
      await this.#settled();
      const waiting = this.#waiting.length;
      if (waiting + left.length === 0) break;
      const choice = (order[turn % order.length] ?? 0) % (waiting + left.length);
      if (choice < waiting) await this.#waiting.splice(choice, 1)[0]?.start();
      else await left.splice(choice - waiting, 1)[0]?.();
    }
    await Promise.all(ends);
  }

  async live(): Promise<Child | undefined> {
    return this.#client.get(configMaps, this.#at).catch((error: unknown) => {
      if (isInformerError(error, 'NotFound')) return undefined;
      throw error;
    });
  }

  /** The data that a manager owns by apply. */
  dataOf(child: Child, fieldManager: string): string[] {
    const intent: Partial<ConfigMap> | undefined = extractOwned(configMaps, child, { fieldManager });
    return Object.keys(intent?.data ?? {});
  }

  async #apply(owner: RacingOwner, before: Child | undefined): Promise<void> {
    this.#running += 1;
    const { parent, fieldManager, adopt, cache, applies } = owner;
    const { name, uid } = parent.metadata;
    const reference = referenceTo(name, uid);
    const client = this.#gated(owner);
    for (let apply = 0; apply < applies; apply += 1) {
      const claim = new ChildClaim({
        client,
        child: configMaps,
        name: this.#at,
        isCached: cache !== 'none',
        cached: cache === 'stale' ? before : undefined,
        ownerResource: websites,
        owner: { name, namespace: this.#at.namespace },
        reference,
        fieldManager,
        adopt,
        memory: this.#memory,
        signal: new AbortController().signal,
      });
      const intent = { metadata: { ...this.#at, ownerReferences: [reference] }, data: { [name]: `${apply}` } };
      try {
        await claiming(client, claim).apply(configMaps, intent, { fieldManager, force: true });
        this.winners.add(name);
      } catch (error) {
        if (!isInformerError(error, 'AlreadyOwned')) this.failures.push(String(error));
      }
    }
    this.#running -= 1;
    this.#changed();
  }

  /** A client whose requests wait for their turn, and whose writes are checked. */
  #gated(owner: RacingOwner): Pick<ResourceCaller, 'get' | 'patch' | 'apply'> {
    const client = this.#client;
    let writes = 0;
    const write = <R>(body: object, send: () => Promise<R>): Promise<R> =>
      this.#turn(async () => {
        const answer = await this.#checked(owner, send);
        if (owner.lost[writes++] !== true) return answer;
        const { metadata } = body as KubernetesObject;
        if (metadata?.resourceVersion !== undefined) throw new InformerError('Connection', 'the answer was lost');
        // As the client does with what may be sent twice.
        return this.#checked(owner, send);
      });
    return {
      get: (resource, name, options) => this.#turn(() => client.get(resource, name, options)),
      patch: (resource, name, patch, options) => write(patch, () => client.patch(resource, name, patch, options)),
      apply: (resource, intent, options) => write(intent, () => client.apply(resource, intent, options)),
    };
  }

  async #checked<R>(owner: RacingOwner, send: () => Promise<R>): Promise<R> {
    const before = await this.live();
    try {
      const answer = await send();
      const after = await this.live();
      if (!mayWrite(owner, before))
        this.violations.push(`${owner.parent.metadata.name} wrote ${JSON.stringify(before)}`);
      const controllers = after?.metadata.ownerReferences?.filter(({ controller }) => controller === true) ?? [];
      if (controllers.length !== 1 || controllers[0]?.uid !== owner.parent.metadata.uid)
        this.violations.push(`after ${owner.parent.metadata.name}: ${JSON.stringify(after)}`);
      return answer;
    } catch (error) {
      const after = await this.live();
      if (JSON.stringify(after) !== JSON.stringify(before))
        this.violations.push(`refused, and yet changed: ${String(error)}`);
      throw error;
    }
  }

  #turn<R>(send: () => Promise<R>): Promise<R> {
    this.#running -= 1;
    return new Promise<R>((resolve, reject) => {
      const start = async (): Promise<void> => {
        this.#running += 1;
        await send().then(resolve, reject);
      };
      this.#waiting.push({ start });
      this.#changed();
    });
  }

  /** Resolves when every owner waits for its turn or has ended. */
  async #settled(): Promise<void> {
    while (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }
}

/** The rule that the claims must keep, by the state of the child right before the write. */
function mayWrite({ parent, fieldManager, adopt }: RacingOwner, child: Child | undefined): boolean {
  if (child === undefined) return true;
  const { ownerReferences = [], managedFields = [], deletionTimestamp } = child.metadata;
  const controller = ownerReferences.find((reference) => reference.controller === true);
  if (controller === undefined)
    return adopt || managedFields.some((entry) => entry.manager === fieldManager && entry.operation === 'Apply');
  if (controller.uid === parent.metadata.uid) return true;
  return controller.name === parent.metadata.name && deletionTimestamp === undefined;
}

export function referenceTo(name: string, uid: string): OwnerReference {
  return { apiVersion: 'web.acme.dev/v1', kind: 'Website', name, uid, controller: true, blockOwnerDeletion: true };
}
