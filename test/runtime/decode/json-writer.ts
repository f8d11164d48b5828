/** Picks the next of some ways to write the same thing. */
export type Choose = (ways: number) => number;

/** A {@link Choose} that goes through given numbers, over and over. */
export function choicesOf(numbers: readonly number[]): Choose {
  let at = 0;
  return (ways) => {
    const number = numbers[at % Math.max(1, numbers.length)] ?? 0;
    at += 1;
    return number % ways;
  };
}

/** Writes a value as JSON in one of the many ways in which it can be written: escapes and white space differ. */
export function writeJson(value: unknown, choose: Choose): string {
  const space = (): string => ['', '', '', ' ', '\n\t'][choose(5)] ?? '';
  if (typeof value === 'string') return writeText(value, choose);
  if (Array.isArray(value))
    return `[${space()}${value.map((each) => writeJson(each, choose)).join(`${space()},${space()}`)}${space()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([name, each]) => `${writeText(name, choose)}${space()}:${space()}${writeJson(each, choose)}`);
  return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
}

function writeText(text: string, choose: Choose): string {
  const plain = JSON.stringify(text);
  if (choose(6) !== 0 || text === '') return plain;
  const at = choose(text.length);
  const escaped = `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(text.slice(0, at)).slice(0, -1)}${escaped}${JSON.stringify(text.slice(at + 1)).slice(1)}`;
}
