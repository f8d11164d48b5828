import { isJsonObject } from '../../testkit/simulated/objects/api-object.js';
import { fieldsOf } from '../../testkit/simulated/builtin/go-types.js';
import type { GoType } from '../../testkit/simulated/builtin/go-types.js';

/** What the server did with one field of one struct that nobody had set: a value, or `absent`. */
export interface Observation {
  readonly struct: string;
  readonly field: string;
  /** As JSON; undefined: the field stayed absent. */
  readonly value: string | undefined;
}

/** Compares what was sent (as Go writes it) with the answer, struct by struct. */
export function observe(struct: string, sent: unknown, answered: unknown, found: Observation[]): void {
  if (!isJsonObject(sent) || !isJsonObject(answered)) return;
  for (const [name, { value: type }] of fieldsOf(struct)) {
    const before = sent[name];
    const after = answered[name];
    if (isUnset(before)) {
      found.push({ struct, field: name, value: shown(before, after) });
      // What was filled in may hold more that was filled in: not this struct's own, but its field's.
    } else observeValue(type, before, after, found);
  }
}

/** Undefined where the answer has what Go writes by itself. */
function shown(before: unknown, after: unknown): string | undefined {
  return after === undefined || JSON.stringify(before) === JSON.stringify(after) ? undefined : JSON.stringify(after);
}

/** Recorded values that are copies of other fields or times, or that the server sets when it stores a new object. */
const NOT_CONSTANT: ReadonlySet<string> = new Set([
  'core/v1.Container imagePullPolicy',
  'core/v1.LimitRangeItem default',
  'core/v1.LimitRangeItem defaultRequest',
  'core/v1.NamespaceSpec finalizers',
  'core/v1.NodeSpec taints',
  'core/v1.PersistentVolumeStatus lastPhaseTransitionTime',
  'core/v1.ServicePort targetPort',
]);

function observeValue(type: GoType, sent: unknown, answered: unknown, found: Observation[]): void {
  if (type.type === 'pointer') observeValue(type.element, sent, answered, found);
  else if (type.type === 'struct') observe(type.struct, sent, answered, found);
  else if (type.type === 'list' && Array.isArray(sent) && Array.isArray(answered)) {
    for (const [index, item] of sent.entries()) observeValue(type.element, item, answered[index], found);
  }
}

/** Go's empty values count as unset: the server fills them in as well. */
function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === 0 || value === false;
}

/** The fields that always get the same value; the rest is up to rules. */
export function settledDefaults(observations: readonly Observation[]): {
  readonly defaults: Record<string, Record<string, unknown>>;
  readonly conditional: readonly string[];
} {
  const byField = new Map<string, Set<string | undefined>>();
  for (const { struct, field, value } of observations) {
    const key = `${struct} ${field}`;
    byField.set(key, (byField.get(key) ?? new Set()).add(value));
  }
  const defaults: Record<string, Record<string, unknown>> = {};
  const conditional: string[] = [];
  for (const [key, values] of [...byField].sort()) {
    const [struct = '', field = ''] = key.split(' ');
    const [only] = values;
    if (values.size > 1 || NOT_CONSTANT.has(key))
      conditional.push(`${key}: ${[...values].map((value) => value ?? 'absent').join(' | ')}`);
    else if (only !== undefined) (defaults[struct] ??= {})[field] = JSON.parse(only);
  }
  return { defaults, conditional };
}
