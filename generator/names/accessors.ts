import { camelCase, kindTypeName } from './identifiers.js';
import { RESERVED_GROUPS } from './reserved.js';

/** Names that the configuration sets; each key is spelled as the API does. */
export interface NameOverrides {
  /** Group → accessor: `{ 'cert-manager.io': 'certManager' }`. */
  readonly groups?: Readonly<Record<string, string>>;
  /** `kind.group` → type name: `{ 'Function.pkg.crossplane.io': 'CrossplaneFunction' }`. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** `plural.group` → accessor: `{ 'ippools.crd.projectcalico.org': 'ipPools' }`. */
  readonly plurals?: Readonly<Record<string, string>>;
}

const NESTED_BUILT_IN = /^(?:rbac\.authorization|flowcontrol\.apiserver|internal\.apiserver)\.k8s\.io$/;

/**
 * The accessor of a group: `core` for `''`; Kubernetes' own groups without `.k8s.io` (`networking`,
 * `rbacAuthorization`); others camelCased whole (`networkingIstioIo`, `gatewayNetworkingK8sIo`).
 */
export function groupAccessor(group: string, overrides: NameOverrides = {}): string {
  const override = own(overrides.groups, group);
  if (override !== undefined) return override;
  if (group === '') return 'core';
  const builtIn = /^[a-z0-9-]+\.k8s\.io$/.test(group) || NESTED_BUILT_IN.test(group);
  return camelCase(builtIn ? group.slice(0, -'.k8s.io'.length) : group, RESERVED_GROUPS);
}

/** The accessor of a resource: its plural, camelCased. */
export function pluralAccessor(
  resource: { readonly group: string; readonly plural: string },
  overrides: NameOverrides = {},
): string {
  return own(overrides.plurals, `${resource.plural}.${resource.group}`) ?? camelCase(resource.plural);
}

/** The type name of a resource's objects. */
export function typeName(
  resource: { readonly group: string; readonly kind: string },
  overrides: NameOverrides = {},
): string {
  return own(overrides.kinds, `${resource.kind}.${resource.group}`) ?? kindTypeName(resource.kind);
}

/** The entry of a record that came from outside, never something inherited. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
