import { wholeObject } from '../values/crd-values.js';
import type { Json } from '../values/schema.js';
import type { View } from './agreement.js';
import { withDefaults } from './defaults.js';
import type { Complaint } from './compiled.js';
import type { Instance } from './instances.js';
import type { Cause, Verdict } from './judge.js';

/** The types for reading. */
export const readView: View = {
  imports: "import type { ResourceTypes } from './generic.js';",
  literalOf: ({ instance, verdict }) => ({ type: typeOf(instance), value: asRead(instance, verdict) }),
  isPlaced: (complaints, { causes }) => complaints.every((complaint) => causes.some((cause) => isAt(complaint, cause))),
};

function typeOf({ resource: { group, version, plural } }: Instance): string {
  return `ResourceTypes['${group}/${version}']['${plural}']`;
}

/** The object as an informer would have it: the server's answer, or what was sent with all that the server adds. */
function asRead({ resource, sent }: Instance, verdict: Verdict): Json {
  if (verdict.type === 'refused')
    return wholeObject(resource, withDefaults(resource.schema ?? {}, sent) as typeof sent);
  const { managedFields: _dropped, ...metadata } = verdict.object['metadata'] as { readonly [name: string]: Json };
  // What is not stored has no version.
  return { ...verdict.object, metadata: { resourceVersion: '1', ...metadata } };
}

/** Something missing cannot be pointed at: the compiler points at what it is missing in. (Null is missing to the server alone.) */
function isAt(complaint: Complaint, { path, message }: Cause): boolean {
  const at = complaint.path.join('.');
  return at === path.join('.') || (message.startsWith('Required value') && at === path.slice(0, -1).join('.'));
}
