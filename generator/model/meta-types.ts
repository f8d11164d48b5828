import type { TypeNode } from './model.js';
import { UNKNOWN } from './schema-to-type.js';

const STRING: TypeNode = { type: 'primitive', name: 'string' };
const ANY_OBJECT: TypeNode = { type: 'map', of: UNKNOWN };
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/**
 * Definitions whose form on the wire is known better than their schema says, and those that the runtime declares.
 * `ObjectMeta` is not among them: nested in a template it has none of the fields that the server sets, so templates get
 * the schema's own, all optional, and only whole objects get the runtime's.
 */
const KNOWN: ReadonlyMap<string, TypeNode> = new Map<string, TypeNode>([
  [`${META}.Time`, STRING],
  [`${META}.MicroTime`, STRING],
  [`${META}.Duration`, STRING],
  [`${META}.FieldsV1`, ANY_OBJECT],
  [`${META}.LabelSelector`, { type: 'runtime', name: 'LabelSelector' }],
  [`${META}.LabelSelectorRequirement`, { type: 'runtime', name: 'LabelSelectorRequirement' }],
  [`${META}.Condition`, { type: 'runtime', name: 'Condition' }],
  [`${META}.OwnerReference`, { type: 'runtime', name: 'OwnerReference' }],
  [`${META}.ManagedFieldsEntry`, { type: 'runtime', name: 'ManagedFieldsEntry' }],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', ANY_OBJECT],
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', { type: 'runtime', name: 'Quantity' }],
  ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', { type: 'runtime', name: 'IntOrString' }],
  ['io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON', UNKNOWN],
]);

/** The type of a definition that is not taken from its schema. */
export function metaType(definition: string): TypeNode | undefined {
  return KNOWN.get(definition);
}
