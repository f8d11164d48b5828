import type { KubernetesObject, ObjectMeta } from './object.js';
import type { MergePatch } from './patches.js';
import type { Status } from './status.js';
import type { InputMeta, NamedMeta } from './write-types.js';
import type { SubresourceViews } from './write-views.js';

/** How many replicas there shall be and are: the `scale` subresource of whatever has replicas. */
export interface Scale {
  readonly apiVersion: 'autoscaling/v1';
  readonly kind: 'Scale';
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly replicas?: number | undefined } | undefined;
  readonly status?: { readonly replicas: number; readonly selector?: string | undefined } | undefined;
}

/** What is sent to change a {@link Scale}. */
export interface ScaleInput {
  readonly apiVersion?: 'autoscaling/v1' | undefined;
  readonly kind?: 'Scale' | undefined;
  readonly metadata: NamedMeta;
  readonly spec: { readonly replicas: number };
}

/** Asks for a pod to be evicted, as far as disruption budgets allow. */
export interface Eviction {
  readonly apiVersion?: 'policy/v1' | undefined;
  readonly kind?: 'Eviction' | undefined;
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
  readonly deleteOptions?: EvictionDeleteOptions | undefined;
}

/** How the pod of an {@link Eviction} is deleted. */
export interface EvictionDeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  readonly preconditions?:
    { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined } | undefined;
  readonly dryRun?: readonly 'All'[] | undefined;
}

/** Puts a pod on a node. */
export interface Binding {
  readonly apiVersion?: 'v1' | undefined;
  readonly kind?: 'Binding' | undefined;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly uid?: string | undefined;
  };
  readonly target: { readonly apiVersion?: string | undefined; readonly kind: string; readonly name: string };
}

/** Asks for a token of a service account. */
export interface TokenRequest {
  readonly apiVersion?: 'authentication.k8s.io/v1' | undefined;
  readonly kind?: 'TokenRequest' | undefined;
  readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined;
  readonly spec: {
    readonly audiences: readonly string[];
    readonly expirationSeconds?: number | undefined;
    readonly boundObjectRef?: BoundObjectReference | undefined;
  };
}

/** The object that a token of a {@link TokenRequest} is valid with. */
export interface BoundObjectReference {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
}

/** The token that the server made. */
export interface IssuedToken extends TokenRequest {
  readonly status: { readonly token: string; readonly expirationTimestamp: string };
}

/** The `status` subresource of objects `T`; `A` is the intent of an apply. */
export interface StatusViews<
  T extends KubernetesObject & { readonly status?: unknown },
  A extends object,
> extends SubresourceViews {
  readonly sent: StatusInput<T>;
  readonly received: T;
  readonly apply: A;
  readonly patch: MergePatch<StatusInput<T>>;
}

/** What replaces a status: the object, of which the server takes nothing but the status and some metadata. */
export type StatusInput<T extends KubernetesObject & { readonly status?: unknown }> = {
  readonly apiVersion?: T['apiVersion'] | undefined;
  readonly kind?: T['kind'] | undefined;
  readonly metadata: InputMeta;
} & Pick<T, 'status'>;

/** The `scale` subresource. */
export interface ScaleViews extends SubresourceViews {
  readonly sent: ScaleInput;
  readonly received: Scale;
  readonly apply: ScaleInput;
  readonly patch: MergePatch<ScaleInput>;
}

/** The `eviction` subresource of pods. */
export interface EvictionViews extends SubresourceViews {
  readonly sent: Eviction;
  readonly received: Status;
  readonly apply?: never;
  readonly patch?: never;
}

/** The `binding` subresource of pods. */
export interface BindingViews extends SubresourceViews {
  readonly sent: Binding;
  readonly received: Status;
  readonly apply?: never;
  readonly patch?: never;
}

/** The `token` subresource of service accounts. */
export interface TokenViews extends SubresourceViews {
  readonly sent: TokenRequest;
  readonly received: IssuedToken;
  readonly apply?: never;
  readonly patch?: never;
}

/** A subresource that takes and returns the whole object `T`, sent as `I`: it changes a part that nothing else may. */
export interface WholeViews<T extends object, I extends object> extends SubresourceViews {
  readonly sent: I | T;
  readonly received: T;
  readonly patch: MergePatch<I | T>;
  readonly apply?: never;
}
