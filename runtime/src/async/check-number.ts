/** Returns the number. Throws when it is negative or no number: a delay or a rate made of it would mean nothing. */
export function notNegative(name: string, value: number): number {
  if (typeof value !== 'number' || !(value >= 0))
    throw new RangeError(`${name} is ${String(value)}: it must be a number, 0 or more`);
  return value;
}

/** Throws where a delay is no number at all: it would neither be waited for nor passed over. */
export function aNumber(name: string, value: number): number {
  if (typeof value !== 'number' || Number.isNaN(value))
    throw new RangeError(`${name} is ${String(value)}: it must be a number`);
  return value;
}

/** {@link notNegative} for those of some options that are given. */
export function noneNegative<O extends object>(options: O, ...names: readonly (keyof O & string)[]): void {
  for (const name of names) {
    const value: unknown = options[name];
    if (value !== undefined) notNegative(name, value as number);
  }
}
