/** How many lines are shown around a change. */
const CONTEXT = 3;
/** From so many lines on, what is in more than a hundredth of them is not looked for. */
const LONG = 200;

/** A stretch of lines that both sides have. */
interface Match {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

type Tag = 'equal' | 'replace' | 'delete' | 'insert';
type Operation = readonly [tag: Tag, a1: number, a2: number, b1: number, b2: number];

/** The unified diff of two texts, in the shape that difflib gives it, without names of files. */
export function unifiedDiff(a: readonly string[], b: readonly string[]): string {
  return groupsOf(operationsOf(a, b))
    .map((group) => {
      const [first, last] = [group[0], group.at(-1)];
      if (first === undefined || last === undefined) return '';
      const head = `@@ -${range(first[1], last[2])} +${range(first[3], last[4])} @@\n`;
      return head + group.map((operation) => linesOf(operation, a, b)).join('');
    })
    .join('');
}

function linesOf([tag, a1, a2, b1, b2]: Operation, a: readonly string[], b: readonly string[]): string {
  const marked = (mark: string, lines: readonly string[]): string => lines.map((line) => `${mark}${line}\n`).join('');
  if (tag === 'equal') return marked(' ', a.slice(a1, a2));
  return marked('-', a.slice(a1, a2)) + marked('+', b.slice(b1, b2));
}

function range(start: number, stop: number): string {
  const length = stop - start;
  if (length === 1) return String(start + 1);
  return `${length === 0 ? start : start + 1},${length}`;
}

function operationsOf(a: readonly string[], b: readonly string[]): Operation[] {
  const operations: Operation[] = [];
  let [i, j] = [0, 0];
  for (const { a: ai, b: bj, size } of [...matchesOf(a, b), { a: a.length, b: b.length, size: 0 }]) {
    if (i < ai || j < bj) operations.push([i === ai ? 'insert' : j === bj ? 'delete' : 'replace', i, ai, j, bj]);
    [i, j] = [ai + size, bj + size];
    if (size > 0) operations.push(['equal', ai, i, bj, j]);
  }
  return operations;
}

/** Changes with the lines around them; those that are near each other are shown together. */
function groupsOf(operations: readonly Operation[]): Operation[][] {
  const codes = [...operations];
  if (codes.every(([tag]) => tag === 'equal')) return [];
  const [first, last] = [codes[0], codes.at(-1)];
  if (first?.[0] === 'equal') {
    const [tag, a1, a2, b1, b2] = first;
    codes[0] = [tag, Math.max(a1, a2 - CONTEXT), a2, Math.max(b1, b2 - CONTEXT), b2];
  }
  if (last?.[0] === 'equal') {
    const [tag, a1, a2, b1, b2] = last;
    codes[codes.length - 1] = [tag, a1, Math.min(a2, a1 + CONTEXT), b1, Math.min(b2, b1 + CONTEXT)];
  }
  const groups: Operation[][] = [];
  let group: Operation[] = [];
  for (const [tag, a1, a2, b1, b2] of codes) {
    if (tag === 'equal' && a2 - a1 > 2 * CONTEXT) {
      group.push([tag, a1, Math.min(a2, a1 + CONTEXT), b1, Math.min(b2, b1 + CONTEXT)]);
      groups.push(group);
      group = [[tag, Math.max(a1, a2 - CONTEXT), a2, Math.max(b1, b2 - CONTEXT), b2]];
    } else group.push([tag, a1, a2, b1, b2]);
  }
  if (group.some(([tag]) => tag !== 'equal')) groups.push(group);
  return groups;
}

/** The stretches that both have, found by the longest first, as Ratcliff and Obershelp do. */
function matchesOf(a: readonly string[], b: readonly string[]): Match[] {
  const places = placesOf(b);
  const found: Match[] = [];
  const queue: (readonly [number, number, number, number])[] = [[0, a.length, 0, b.length]];
  for (let part = queue.pop(); part !== undefined; part = queue.pop()) {
    const [alo, ahi, blo, bhi] = part;
    const match = longestMatch(a, b, places, part);
    if (match.size === 0) continue;
    found.push(match);
    if (alo < match.a && blo < match.b) queue.push([alo, match.a, blo, match.b]);
    if (match.a + match.size < ahi && match.b + match.size < bhi)
      queue.push([match.a + match.size, ahi, match.b + match.size, bhi]);
  }
  found.sort((one, other) => one.a - other.a || one.b - other.b);
  return joined(found);
}

function joined(matches: readonly Match[]): Match[] {
  const result: Match[] = [];
  for (const match of matches) {
    const last = result.at(-1);
    if (last !== undefined && last.a + last.size === match.a && last.b + last.size === match.b)
      result[result.length - 1] = { ...last, size: last.size + match.size };
    else result.push(match);
  }
  return result;
}

/** Where each line of a text is; of a long one those that are everywhere are left out. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  if (lines.length < LONG) return places;
  const most = Math.floor(lines.length / 100) + 1;
  return new Map([...places].filter(([, indexes]) => indexes.length <= most));
}

function longestMatch(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [alo, ahi, blo, bhi]: readonly [number, number, number, number],
): Match {
  let [besti, bestj, size] = [alo, blo, 0];
  let lengths = new Map<number, number>();
  for (let i = alo; i < ahi; i += 1) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < blo) continue;
      if (j >= bhi) break;
      const length = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > size) [besti, bestj, size] = [i - length + 1, j - length + 1, length];
    }
    lengths = next;
  }
  while (besti > alo && bestj > blo && a[besti - 1] === b[bestj - 1]) {
    besti -= 1;
    bestj -= 1;
    size += 1;
  }
  while (besti + size < ahi && bestj + size < bhi && a[besti + size] === b[bestj + size]) size += 1;
  return { a: besti, b: bestj, size };
}
