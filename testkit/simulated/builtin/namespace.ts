import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { qualifiedNameFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { objectIn, textsIn } from './checks.js';
import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

const STANDARD: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

const LEVELS = ['privileged', 'baseline', 'restricted'];
const MODES = ['enforce', 'audit', 'warn'];

/** What admission says of labels that set how secure pods have to be, where they are new. */
function securityFaults(object: JsonObject, before: JsonObject | undefined): FieldCause[] {
  const faults = securityLabelFaults(object);
  return before !== undefined && sameJson(faults, securityLabelFaults(before)) ? [] : faults;
}

function securityLabelFaults(object: JsonObject): FieldCause[] {
  const labels = objectIn(objectIn(object, 'metadata'), 'labels');
  return MODES.flatMap((mode) => {
    const [level, version] = [`pod-security.kubernetes.io/${mode}`, `pod-security.kubernetes.io/${mode}-version`];
    const [wanted, since] = [labels[level], labels[version]];
    const isVersion = since === undefined || /^(latest|v1\.(0|[1-9]\d*))$/.test(String(since));
    return [
      ...(wanted === undefined || LEVELS.includes(String(wanted))
        ? []
        : [invalidValue(`metadata.labels[${level}]`, wanted, `must be one of ${LEVELS.join(', ')}`)]),
      ...(isVersion ? [] : [invalidValue(`metadata.labels[${version}]`, since, 'must be "latest" or "v1.x"')]),
    ];
  });
}

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
  validate({ object, before, subresource }) {
    const finalizers = textsIn(objectIn(object, 'spec'), 'finalizers');
    const message = 'name is neither a standard finalizer name nor is it fully qualified';
    const faults = finalizers.flatMap((name, index) => {
      const path = subresource === 'finalize' ? `spec.finalizers[${index}]` : 'spec.finalizers';
      return [
        ...qualifiedNameFaults(name).map((fault) => invalidValue(path, name, fault)),
        ...(name.includes('/') || STANDARD.has(name) ? [] : [invalidValue(path, name, message)]),
      ];
    });
    if (subresource === undefined && faults.length === 0) return securityFaults(object, before);
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
