import { member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';

/** What controller-gen writes for `resource.Quantity`: a sign, a number, and a suffix of either kind. */
const PATTERN =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** Whether an int-or-string of a CRD is an amount: a schema has no other way to say so than its pattern. */
export function isQuantity(schema: JsonObject): boolean {
  return member(schema, 'pattern') === PATTERN;
}
