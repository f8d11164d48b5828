import { deepStrictEqual } from 'node:assert';
import { decoderFor } from '../../../runtime/src/decode/decoder-for.js';
import type { FuzzTarget } from '../target.js';
import { mustBeExpected } from '../target.js';
import { JSON_TOKENS, namesTwice } from './json-tokens.js';

type Thing = { readonly metadata?: { managedFields?: unknown } | null };

function decode(input: Buffer, managedFields: 'keep' | 'drop'): unknown {
  try {
    const object = decoderFor<Thing>({ managedFields }).decode(Buffer.from(input));
    if (managedFields === 'keep' && typeof object?.metadata === 'object') delete object.metadata?.managedFields;
    return object;
  } catch (error) {
    mustBeExpected(error, 'SyntaxError');
    return 'refused';
  }
}

/** Cutting managedFields out of the bytes makes what deleting them from the object makes. */
export const managedFieldsCutter: FuzzTarget = {
  name: 'managed-fields',
  tokens: JSON_TOKENS,
  check(input) {
    const whole = decode(input, 'keep');
    if (whole !== 'refused' && namesTwice(input.toString())) return;
    const cut = decode(input, 'drop');
    // What is cut out is not looked at: whether it was JSON, nobody asks.
    if (whole !== 'refused') deepStrictEqual(cut, whole);
  },
};
