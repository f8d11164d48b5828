/** From one index to another, both included. */
type Interval = readonly [first: number, last: number];

/** What is wrong with a list of indexes such as `0,2-4`; undefined where nothing is. */
export function indexesFault(text: string, completions: number): string | undefined {
  const counted = countIndexes(text, completions);
  return typeof counted === 'string' ? counted : undefined;
}

/** How many indexes a list such as `0,2-4` has, or what is wrong with it. */
export function countIndexes(text: string, completions: number): number | string {
  let last: number | undefined;
  let total = 0;
  for (const part of text === '' ? [] : text.split(',')) {
    const interval = intervalOf(part, completions);
    if (typeof interval === 'string') return interval;
    const [first, end] = interval;
    if (last !== undefined && last >= first) return `non-increasing order, previous: ${last}, current: ${first}`;
    total += end - first + 1;
    last = end;
  }
  return total;
}

/** Where indexes have both failed and been completed; undefined: nowhere. */
export function overlapFault(completed: string, failed: string, completions: number): string | undefined {
  if (completed === '' || failed === '') return undefined;
  const read = (text: string): Interval[] =>
    text
      .split(',')
      .map((part) => intervalOf(part, completions))
      .filter((interval): interval is Interval => typeof interval !== 'string');
  for (const [first, last] of read(completed)) {
    const met = read(failed).find(([from, to]) => first <= to && from <= last);
    if (met !== undefined) return `failedIndexes and completedIndexes overlap at index: ${Math.max(first, met[0])}`;
  }
  return undefined;
}

function intervalOf(text: string, completions: number): Interval | string {
  const limits = text.split('-');
  if (limits.length > 2)
    return `the fragment ${JSON.stringify(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  const numbers: number[] = [];
  for (const limit of limits) {
    if (!/^[+-]?\d+$/.test(limit)) return `cannot convert string to integer for index: ${JSON.stringify(limit)}`;
    const index = Number(limit);
    if (index >= completions) return `too large index: ${JSON.stringify(limit)}`;
    numbers.push(index);
  }
  const [first = 0, last = first] = numbers;
  if (limits.length === 2 && first >= last) return `non-increasing order, previous: ${first}, current: ${last}`;
  return [first, last];
}
