/** Returns the number. Throws when it is negative or no number: a delay or a rate made of it would mean nothing. */
export function notNegative(name: string, value: number): number {
  if (!(value >= 0)) throw new RangeError(`${name} is ${value}: it must be 0 or more`);
  return value;
}
