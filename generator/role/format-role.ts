import type { RoleRule } from './rules.js';

/** What to print. */
export interface RoleOptions {
  readonly name: string;
  /** A role of this namespace. Default: of the whole cluster. */
  readonly namespace?: string | undefined;
}

const SHOWN_LOCATIONS = 3;

/** A manifest as an object, to print as JSON. */
export function roleManifest(rules: readonly RoleRule[], { name, namespace }: RoleOptions): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    rules: rules.map(({ apiGroups, resources, verbs }) => ({ apiGroups, resources, verbs })),
  };
}

/** The manifest as YAML; each rule says which code needs it, where that is known. */
export function roleYaml(rules: readonly RoleRule[], { name, namespace }: RoleOptions): string {
  const head = [
    'apiVersion: rbac.authorization.k8s.io/v1',
    `kind: ${namespace === undefined ? 'ClusterRole' : 'Role'}`,
    'metadata:',
    `  name: ${quoted(name)}`,
    ...(namespace === undefined ? [] : [`  namespace: ${quoted(namespace)}`]),
    rules.length === 0 ? 'rules: []' : 'rules:',
  ];
  const lines = rules.flatMap(({ apiGroups, resources, verbs, locations }) => [
    ...(locations.length === 0 ? [] : [`  # ${shown(locations)}`]),
    `  - apiGroups: [${apiGroups.map(quoted).join(', ')}]`,
    `    resources: [${resources.map(quoted).join(', ')}]`,
    `    verbs: [${verbs.join(', ')}]`,
  ]);
  return `${[...head, ...lines].join('\n')}\n`;
}

function shown(locations: readonly string[]): string {
  const more = locations.length - SHOWN_LOCATIONS;
  return locations.slice(0, SHOWN_LOCATIONS).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

/** Plain where no reader of YAML could take it for anything but this text. */
function quoted(text: string): string {
  return /^[a-z][a-z0-9./-]*$/.test(text) &&
    !['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n'].includes(text)
    ? text
    : JSON.stringify(text);
}
