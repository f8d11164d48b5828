import { deepStrictEqual } from 'node:assert';
import { decoderFor } from '../../../runtime/src/decode/decoder-for.js';
import type { ObjectDecoder } from '../../../runtime/src/decode/decoder.js';
import { sharingDecoder } from '../../../runtime/src/decode/sharing-decoder.js';
import type { FuzzTarget } from '../target.js';
import { mustBeExpected } from '../target.js';
import { JSON_TOKENS, namesTwice } from './json-tokens.js';

type Thing = { readonly metadata?: { managedFields?: unknown } | null };

const stripping = decoderFor<Thing>({ managedFields: 'drop' });
const keeping = decoderFor<Thing>({ managedFields: 'keep' });
/** It remembers what came before, which must not show. */
const sharing = sharingDecoder<Thing>();

function decode(input: Buffer, decoder: ObjectDecoder<Thing>): unknown {
  try {
    return decoder.decode(Buffer.from(input));
  } catch (error) {
    mustBeExpected(error, 'SyntaxError');
    return 'refused';
  }
}

/** Cutting managedFields out of the bytes makes what deleting them from the object makes, and sharing what they say changes nothing. */
export const managedFieldsCutter: FuzzTarget = {
  name: 'managed-fields',
  tokens: JSON_TOKENS,
  check(input) {
    const whole = decode(input, keeping);
    // Twice: what came before is remembered the first time, and used the second.
    for (let time = 0; time < 2; time += 1) deepStrictEqual(decode(input, sharing), whole);
    if (whole === 'refused' || namesTwice(input.toString())) return;
    const { metadata } = (whole ?? {}) as Thing;
    if (typeof metadata === 'object') delete metadata?.managedFields;
    // What is cut out is not looked at: whether it was JSON, nobody asks.
    deepStrictEqual(decode(input, stripping), whole);
  },
};
