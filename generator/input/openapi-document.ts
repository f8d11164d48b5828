import type { OpenAPIV2, OpenAPIV3 } from 'openapi-types';

/** What Kubernetes adds to the schemas of its OpenAPI documents, as far as types depend on it. */
export interface SchemaExtensions {
  /** The kinds that a schema is of. */
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
}

/** What Kubernetes adds to the operations of a path. */
export interface OperationExtensions {
  /** `list`, `watch`, `get` … */
  readonly 'x-kubernetes-action'?: string;
  readonly 'x-kubernetes-group-version-kind'?: GroupVersionKind;
}

/** A kind, as OpenAPI documents name it. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A schema of an OpenAPI document of Kubernetes, of either version. */
export type KubernetesSchema = (OpenAPIV2.SchemaObject | OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject) &
  SchemaExtensions;

/** What a document says of one path. */
export type KubernetesPathItem =
  OpenAPIV2.PathItemObject<OperationExtensions> | OpenAPIV3.PathItemObject<OperationExtensions>;

/** What a document says of reading one path. */
export type KubernetesOperation =
  OpenAPIV2.OperationObject<OperationExtensions> | OpenAPIV3.OperationObject<OperationExtensions>;

/** The schemas of a document, by name. */
export type KubernetesSchemas = Readonly<Record<string, KubernetesSchema>>;

/** An OpenAPI document of version 2, as far as it was checked. */
export interface DocumentV2 extends Pick<OpenAPIV2.Document, 'swagger'> {
  readonly type: 'v2';
  readonly definitions: KubernetesSchemas;
  readonly paths: Readonly<Record<string, KubernetesPathItem>>;
}

/** An OpenAPI document of version 3, as far as it was checked. */
export interface DocumentV3 extends Pick<OpenAPIV3.Document, 'openapi'> {
  readonly type: 'v3';
  readonly components: { readonly schemas: KubernetesSchemas };
  readonly paths: Readonly<Record<string, KubernetesPathItem>>;
}

/** An OpenAPI document of Kubernetes. */
export type KubernetesDocument = DocumentV2 | DocumentV3;
