import type { Random } from '../faults/schedules/plan/random.js';

type Step = (input: Buffer, random: Random, tokens: readonly string[]) => Buffer;

function splice(input: Buffer, at: number, remove: number, insert: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, at), insert, input.subarray(at + remove)]);
}

const steps: readonly Step[] = [
  // Another byte.
  (input, random) => splice(input, random.integer(0, input.length), 1, Buffer.from([random.integer(0, 255)])),
  // One bit of a byte.
  (input, random) => {
    const at = random.integer(0, Math.max(0, input.length - 1));
    return splice(input, at, 1, Buffer.from([(input[at] ?? 0) ^ (1 << random.integer(0, 7))]));
  },
  // Some bytes gone.
  (input, random) => splice(input, random.integer(0, input.length), random.integer(1, 8), Buffer.alloc(0)),
  // The end gone.
  (input, random) => input.subarray(0, random.integer(0, input.length)),
  // A part of it again, somewhere else.
  (input, random) => {
    const from = random.integer(0, input.length);
    const part = input.subarray(from, from + random.integer(1, 40));
    return splice(input, random.integer(0, input.length), 0, part);
  },
  // Something that means something.
  (input, random, tokens) =>
    splice(input, random.integer(0, input.length), random.integer(0, 3), Buffer.from(random.pick(tokens))),
];

/** Changes an input in a few places, or crosses it with another. */
export function mutate(inputs: readonly Buffer[], tokens: readonly string[], random: Random): Buffer {
  let input = random.pick(inputs);
  if (random.chance(0.2)) {
    const other = random.pick(inputs);
    input = Buffer.concat([
      input.subarray(0, random.integer(0, input.length)),
      other.subarray(random.integer(0, other.length)),
    ]);
  }
  for (let left = random.integer(1, 5); left > 0; left -= 1) input = random.pick(steps)(input, random, tokens);
  return input;
}
