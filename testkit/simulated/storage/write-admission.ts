import { chargeOf, quotasOf } from '../builtin/quota-charge.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { forbidden, notFound } from '../objects/api-status.js';
import { podSecurityWarnings } from '../pod-security/pod-security-admission.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { KindChange, KindSurroundings } from '../rules/kind-rules.js';
import type { ObjectAddress } from './object-address.js';
import type { ObjectStates } from './object-states.js';
import { warn } from './write-options.js';
import type { WriteOptions } from './write-options.js';

/** A write that is valid. */
type AdmittedChange = KindChange & { readonly object: ApiObject };

/** The resource of this name in another version; undefined where it is not served. */
export type VersionOf = (
  resource: Pick<ServedResource, 'group' | 'plural'>,
  apiVersion: string,
) => ServedResource | undefined;

/** What a {@link WriteAdmission} works with. */
export interface WriteAdmissionOptions {
  readonly states: ObjectStates;
  /** Whether a namespaced object needs its namespace to exist. */
  readonly requireNamespaces: boolean;
  readonly versionOf: VersionOf;
  /** What is around a write. */
  readonly surroundings: () => KindSurroundings;
  /** Notes how much of a quota is used. */
  readonly use: (quota: ObjectAddress, used: JsonObject) => void;
}

/** Refuses writes that are valid, but not here: by the namespace, what is left of its quotas, and its Pod Security. */
export class WriteAdmission {
  readonly #options: WriteAdmissionOptions;

  constructor(options: WriteAdmissionOptions) {
    this.#options = options;
  }

  /** Refuses new objects where there is no namespace for them, or one that is on its way out. */
  checkNamespace(resource: ServedResource, object: ApiObject): void {
    const { namespace, name = '' } = object.metadata;
    if (!this.#options.requireNamespaces || !resource.namespaced || namespace === undefined) return;
    const found = this.#options.states.findIn('namespaces.', namespace) as ApiObject | undefined;
    if (found === undefined) throw notFound({ group: '', plural: 'namespaces', kind: 'Namespace' }, namespace);
    if (found.metadata.deletionTimestamp === undefined) return;
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    const message = `namespace ${namespace} is being terminated`;
    const causes = [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }];
    throw forbidden(resource, name, { why, causes });
  }

  /** Refuses what is valid, but more than the namespace has for it. */
  check(resource: ServedResource, change: AdmittedChange, options: WriteOptions): void {
    const surroundings = this.#options.surroundings();
    const why = resource.rules?.admissionFault?.(change, surroundings);
    if (why !== undefined) throw forbidden(resource, change.object.metadata.name ?? '', { why });
    if (options.privileged) return;
    if (resource.builtIn) warn(options, ...podSecurityWarnings(resource, change, surroundings));
    if (resource.namespaced) this.#chargeQuotas(resource, change, options);
  }

  /** Refuses what a quota has no room for; what it has is used from then on, whatever becomes of the write. */
  #chargeQuotas(resource: ServedResource, change: AdmittedChange, options: WriteOptions): void {
    const { namespace, name = '' } = change.object.metadata;
    const quotas = quotasOf(this.#options.states.all('resourcequotas.'), namespace ?? '');
    if (quotas.length === 0) return;
    const charge = chargeOf(groupResource(resource), change, quotas);
    if (charge.fault !== undefined) throw forbidden(resource, name, { why: charge.fault });
    const served = this.#options.versionOf({ group: '', plural: 'resourcequotas' }, 'v1');
    if (served === undefined || options.dryRun) return;
    for (const { name: quota, used } of charge.quotas)
      this.#options.use({ resource: served, namespace, name: quota }, used);
  }
}
