import type { BuiltinKind } from './builtin-kind.js';
import { objectIn, textsIn } from './checks.js';
import { invalidValue } from './faults.js';

const STANDARD: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** Namespaces. */
export const namespace: BuiltinKind = {
  /** Who writes a namespace under its name owns the label with it. */
  decode(object) {
    const metadata = objectIn(object, 'metadata');
    if (metadata['name']) {
      metadata['labels'] = { ...objectIn(metadata, 'labels'), 'kubernetes.io/metadata.name': metadata['name'] };
    }
  },
  applyDefaults(object, { creating }) {
    const metadata = objectIn(object, 'metadata');
    metadata['labels'] = { ...objectIn(metadata, 'labels'), 'kubernetes.io/metadata.name': metadata['name'] };
    const spec = objectIn(object, 'spec');
    const finalizers = textsIn(spec, 'finalizers');
    // The server's own finalizer holds a namespace until it is empty.
    if (creating) {
      spec['finalizers'] = finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'];
      object['spec'] = spec;
    }
  },
  validate({ object, subresource }) {
    const finalizers = textsIn(objectIn(object, 'spec'), 'finalizers');
    const message = 'name is neither a standard finalizer name nor is it fully qualified';
    const faults = finalizers
      .filter((name) => !name.includes('/') && !STANDARD.has(name))
      .map((name) => invalidValue('spec.finalizers', name, message));
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
