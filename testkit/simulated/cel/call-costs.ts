/** Beyond what the server counts: it stops there. */
export const UNBOUNDED: number = 2 ** 64;

/** Walking a text costs a tenth of its length, a pattern a quarter of its own. */
const TEXT_FACTOR = 0.1;
const PATTERN_FACTOR = 0.25;
const LONGEST_FORMAT_PATTERN = 128;

/** What a function costs beyond its arguments, and how long its result can get; undefined: not known. */
export interface CallCost {
  readonly cost: number;
  readonly size?: number | undefined;
}

/** The sizes that a call works on. */
export interface CallSizes {
  /** Undefined: no member of anything. */
  readonly target: number | undefined;
  readonly args: readonly number[];
  /** The size of the target's elements, where it is a list of texts; undefined where it is a list of others. */
  readonly element: number | undefined;
  readonly targetIsList: boolean;
}

/** A product that ends where counting does. */
export function times(...factors: readonly number[]): number {
  return Math.min(
    UNBOUNDED,
    factors.reduce((product, factor) => product * factor, 1),
  );
}

/** The cost of walking through a text of a size. */
export function walking(size: number, factor: number = TEXT_FACTOR): number {
  return Math.min(UNBOUNDED, Math.ceil(size * factor));
}

/** The cost of a function by its name, in the numbers of the API server. */
export function callCost(name: string, { target, args, element, targetIsList }: CallSizes): CallCost {
  const [first = UNBOUNDED, second = UNBOUNDED] = args;
  const text = target ?? UNBOUNDED;
  switch (name) {
    case 'isSorted':
    case 'sum':
    case 'max':
    case 'min':
    case 'indexOf':
    case 'lastIndexOf':
      if (!targetIsList) return { cost: walking(text) };
      return { cost: times(text, 1 + (element === undefined ? 0 : walking(element))) };
    case 'url':
      return { cost: walking(first), size: first };
    case 'lowerAscii':
    case 'upperAscii':
    case 'substring':
    case 'trim':
      return { cost: walking(text), size: text };
    case 'replace':
      return { cost: walking(text, 2 * TEXT_FACTOR), size: replacedSize(text, first, second) };
    case 'split':
      return { cost: walking(text, 2 * TEXT_FACTOR), size: text };
    case 'join': {
      const separators = args.length > 0 ? times(first, Math.max(0, text - 1)) : 0;
      const size = Math.min(UNBOUNDED, times(text, element ?? UNBOUNDED) + separators);
      return { cost: walking(size), size };
    }
    case 'find':
    case 'findAll':
      return { cost: matching(text, first), size: text };
    case 'matches':
      return { cost: target === undefined ? matching(first, second) : matching(text, first) };
    case 'contains':
      return target === undefined ? { cost: 1 } : { cost: times(walking(text), walking(first)) };
    case 'startsWith':
    case 'endsWith':
    case 'cidr':
    case 'isIP':
    case 'isCIDR':
    case 'quantity':
    case 'isQuantity':
    case 'semver':
    case 'isSemver':
      return { cost: walking(first) };
    case 'ip':
      return { cost: target === undefined ? walking(first) : 1 };
    case 'isCanonical':
      return { cost: walking(first, 2 * TEXT_FACTOR) };
    case 'containsIP':
      return { cost: walking(32) + walking(first) };
    case 'containsCIDR':
      return { cost: walking(32) + walking(16) + 1 + walking(first) };
    case 'validate':
      return { cost: times(walking(first), LONGEST_FORMAT_PATTERN * PATTERN_FACTOR) };
    case 'format':
      return { cost: walking(text) };
    case 'bytes':
      return { cost: walking(first), size: times(first, 4) };
    case 'intersects':
      return { cost: times(first, second) + 1 };
    case 'equivalent':
      return { cost: times(2, first, second) + 1 };
    default:
      return { cost: 1 };
  }
}

function matching(text: number, pattern: number): number {
  return times(walking(text + 1), walking(pattern, PATTERN_FACTOR));
}

/** The longest result of replacing: where the sought text may be empty, between all characters. */
function replacedSize(text: number, sought: number, replacement: number): number {
  if (sought === 0 || sought === UNBOUNDED) return Math.min(UNBOUNDED, times(text + 1, replacement) + text);
  return replacement <= sought ? text : times(Math.ceil(text / sought), replacement);
}
