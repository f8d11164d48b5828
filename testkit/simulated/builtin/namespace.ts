import { qualifiedNameFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { objectIn, textsIn } from './checks.js';
import { invalidValue } from './faults.js';

const STANDARD: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** Namespaces. */
export const namespace: BuiltinKind = {
  applyDefaults(object) {
    const metadata = objectIn(object, 'metadata');
    if (metadata['name'] === undefined) return;
    metadata['labels'] = { ...objectIn(metadata, 'labels'), 'kubernetes.io/metadata.name': metadata['name'] };
  },
  prepare(object, { creating, before }) {
    const spec = objectIn(object, 'spec');
    const finalizers = textsIn(spec, 'finalizers');
    // The server's own finalizer holds a namespace until it is empty.
    if (creating && !finalizers.includes('kubernetes')) spec['finalizers'] = [...finalizers, 'kubernetes'];
    // After that only the subresource changes them.
    const held = textsIn(objectIn(before ?? {}, 'spec'), 'finalizers');
    if (held.length > 0) spec['finalizers'] = held;
    object['spec'] = spec;
  },
  validate({ object, subresource }) {
    const finalizers = textsIn(objectIn(object, 'spec'), 'finalizers');
    const message = 'name is neither a standard finalizer name nor is it fully qualified';
    const faults = finalizers.flatMap((name, index) => {
      const path = subresource === 'finalize' ? `spec.finalizers[${index}]` : 'spec.finalizers';
      return [
        ...qualifiedNameFaults(name).map((fault) => invalidValue(path, name, fault)),
        ...(name.includes('/') || STANDARD.has(name) ? [] : [invalidValue(path, name, message)]),
      ];
    });
    if (subresource !== 'status') return faults;
    const { phase } = objectIn(object, 'status');
    const deleting = objectIn(object, 'metadata')['deletionTimestamp'] !== undefined;
    const expected = deleting ? 'Terminating' : 'Active';
    if (phase === expected) return faults;
    const state = deleting ? 'is not empty' : 'is empty';
    return [
      ...faults,
      invalidValue('status.Phase', phase ?? '', `may only be '${expected}' if \`deletionTimestamp\` ${state}`),
    ];
  },
};
