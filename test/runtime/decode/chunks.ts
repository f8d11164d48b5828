import * as fc from 'fast-check';

/** Cuts bytes at the given places (any numbers; taken modulo the length). */
export function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  const cuts = [0, ...sorted, bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

/** Where to cut: none, a few, many, or between all bytes. */
export const cutPlaces: fc.Arbitrary<number[]> = fc.oneof(
  fc.array(fc.nat(10_000), { maxLength: 40 }),
  fc.constant(Array.from({ length: 4000 }, (_, index) => index)),
);

/** Text with everything that may confuse a scanner. */
export const trickyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '"',
    '\\',
    '\\"',
    '}',
    '{',
    ']',
    '},{',
    '"}',
    '","',
    '},{"metadata":{"name":"',
    '\n',
    '\u2028',
    '😀é',
    'items',
    'metadata',
    'uid',
    'resourceVersion',
  ),
);

/** Any JSON value whose strings and keys are tricky. */
export const trickyJson: fc.Arbitrary<fc.JsonValue> = fc
  .jsonValue({ maxDepth: 3 })
  .chain((value) =>
    fc.oneof(fc.constant(value), fc.dictionary(trickyText, trickyText, { maxKeys: 4 }) as fc.Arbitrary<fc.JsonValue>),
  );

/** A fresh copy without the prototypes and negative zeros that fast-check makes and JSON does not have. */
export function throughJson<V>(value: V): V {
  return JSON.parse(JSON.stringify(value)) as V;
}
