/** As many digits as an integer has to have to be beyond what a JavaScript number holds exactly. */
const MANY_DIGITS = /\d{16}/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const INTEGER = /^-?\d+$/;
/** Begins texts that stand for large integers for a moment: no object of a client has it. */
const MARK = '\u0001large integer:';
const MARKED = new RegExp(`"${JSON.stringify(MARK).slice(1, -1).replaceAll('\\', '\\\\')}(-?\\d+)"`, 'g');
const LIMIT = 2n ** 63n;

/**
 * Parses JSON. Integers that Go has as int64 and JavaScript not exactly become bigints, so that they come back as they
 * were sent; larger ones are floating-point numbers in Go, too. Throws as JSON.parse does.
 */
export function parseJsonText(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text) as unknown;
  // A text that is no JSON must not become some.
  JSON.parse(text);
  const marked = text.replaceAll(STRING_OR_NUMBER, (token) =>
    isLarge(token) ? JSON.stringify(MARK + BigInt(token).toString()) : token,
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  ) as unknown;
}

function isLarge(token: string): boolean {
  if (!INTEGER.test(token) || Number.isSafeInteger(Number(token))) return false;
  const value = BigInt(token);
  return value >= -LIMIT && value < LIMIT;
}

/** Writes JSON; bigints are numbers in it. `indent` is how far each level is from the one around it. Default: in one line. */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // Large integers are rare: everything else is written without a look at each value.
    if (!(error instanceof TypeError)) throw error;
    const mark = (_key: string, inner: unknown): unknown =>
      typeof inner === 'bigint' ? MARK + inner.toString() : inner;
    const marked = JSON.stringify(value, mark, indent);
    return marked.replaceAll(MARKED, '$1');
  }
}

/** Returns how many bytes the JSON of a value takes as Go writes it, which escapes what could end a script. */
export function goJsonSize(value: unknown): number {
  const text = jsonText(value);
  const escaped = text.match(/[<>&]/g)?.length ?? 0;
  const separators = text.match(/[\u2028\u2029]/g)?.length ?? 0;
  return Buffer.byteLength(text) + escaped * 5 + separators * 3;
}
