/** One owner of an object: who keeps it alive, and whether it is the controller. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean | undefined;
  readonly blockOwnerDeletion?: boolean | undefined;
}

/** Which manager owns which fields of an object (server-side apply). Often half of an object's bytes. */
export interface ManagedFieldsEntry {
  readonly apiVersion?: string | undefined;
  readonly fieldsType?: string | undefined;
  readonly fieldsV1?: { readonly [field: string]: unknown } | undefined;
  readonly manager?: string | undefined;
  readonly operation?: string | undefined;
  readonly subresource?: string | undefined;
  readonly time?: string | undefined;
}

/**
 * The metadata of an object as the API server sends it. The four fields that the server always sets are required;
 * timestamps are strings, as on the wire. `managedFields` are not part of it: see {@link WithManagedFields}.
 */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
  readonly generateName?: string | undefined;
  readonly generation?: number | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
  readonly annotations?: { readonly [key: string]: string } | undefined;
  readonly ownerReferences?: readonly OwnerReference[] | undefined;
  readonly finalizers?: readonly string[] | undefined;
  readonly deletionTimestamp?: string | undefined;
  readonly deletionGracePeriodSeconds?: number | undefined;
  readonly selfLink?: string | undefined;
}

/**
 * An object together with its `metadata.managedFields`: what the client's own `get` and `list` return, and what informers
 * hold that were told `managedFields: 'keep'`. It is a `T`.
 */
export type WithManagedFields<T extends KubernetesObject> = T & {
  readonly metadata: { readonly managedFields?: readonly ManagedFieldsEntry[] | undefined };
};

/** The metadata of an object that lives in a namespace. */
export interface NamespacedObjectMeta extends ObjectMeta {
  readonly namespace: string;
}

type PartialMeta = { readonly [K in keyof ObjectMeta]?: ObjectMeta[K] | undefined };

/**
 * The least that the runtime asks of an object. Generated types are narrower: literal `apiVersion` and `kind`,
 * `metadata` required. Everything here is optional so that embedded and half-made objects fit too.
 */
export interface KubernetesObject {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: PartialMeta | undefined;
}

/** An object of which only the metadata was asked for. */
export interface PartialObjectMetadata extends KubernetesObject {
  readonly metadata: ObjectMeta;
}
