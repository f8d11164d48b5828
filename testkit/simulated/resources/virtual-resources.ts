import type { ServedResource } from './served-resource.js';

interface Row {
  readonly kind: string;
  readonly namespaced?: boolean;
}

/** Kinds that are answered and not stored: they can only be created. */
const table: Readonly<Record<string, readonly Row[]>> = {
  '': [{ kind: 'Binding', namespaced: true }],
  'authentication.k8s.io': [{ kind: 'SelfSubjectReview' }, { kind: 'TokenReview' }],
  'authorization.k8s.io': [
    { kind: 'LocalSubjectAccessReview', namespaced: true },
    { kind: 'SelfSubjectAccessReview' },
    { kind: 'SelfSubjectRulesReview' },
    { kind: 'SubjectAccessReview' },
  ],
};

/** Bindings of pods, and reviews of access and of identity. */
export const virtualResources: readonly ServedResource[] = Object.entries(table).flatMap(([group, rows]) =>
  rows.map(({ kind, namespaced = false }) => ({
    group,
    version: 'v1',
    kind,
    plural: `${kind.toLowerCase()}s`,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    namespaced,
    shortNames: [],
    categories: [],
    subresources: [],
    builtIn: true,
    hasStatus: false,
    hasGeneration: false,
    verbs: ['create'],
  })),
);
