const MAX_REPEAT = 1000;
/** Escapes of Go outside of classes, signs apart: any of those may be escaped. */
const ESCAPES = 'AbBzdDsSwWpPQECafnrtvx01234567';

const CLASSES: ReadonlySet<string> = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);

/** Returns why Go's regexp package refuses a pattern, in its words; undefined where it takes it. */
export function goPatternFault(pattern: string): string | undefined {
  return new PatternScanner(pattern).scan();
}

/** Reads a pattern from left to right, as Go does, and stops at what is wrong first. */
class PatternScanner {
  readonly #pattern: string;
  #at = 0;
  #depth = 0;
  /** Whether there is something that can be repeated. */
  #hasOperand = false;
  /** The repetition just before, as it is written. */
  #repetition = '';

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  scan(): string | undefined {
    while (this.#at < this.#pattern.length) {
      const fault = this.#next();
      if (fault !== undefined) return fault;
    }
    return this.#depth > 0 ? `missing closing ): ${quoted(this.#pattern)}` : undefined;
  }

  get #rest(): string {
    return this.#pattern.slice(this.#at);
  }

  #next(): string | undefined {
    const sign = this.#rest[0] ?? '';
    switch (sign) {
      case '(':
        return this.#group();
      case ')':
        if (this.#depth === 0) return `unexpected ): ${quoted(this.#pattern)}`;
        this.#depth -= 1;
        return this.#operand(1);
      case '|':
        this.#at += 1;
        this.#hasOperand = false;
        this.#repetition = '';
        return undefined;
      case '[':
        return this.#class();
      case '*':
      case '+':
      case '?':
        return this.#repeat(/^[*+?]\??/.exec(this.#rest)?.[0] ?? sign);
      case '{':
        return this.#counted();
      case '\\':
        return this.#escape();
      default:
        return this.#operand(sign.length);
    }
  }

  #operand(length: number): undefined {
    this.#at += length;
    this.#hasOperand = true;
    this.#repetition = '';
    return undefined;
  }

  #group(): string | undefined {
    const flags = /^\(\?[imsU-]*([:)])/.exec(this.#rest);
    const name = /^\(\?P?<(\w+)>/.exec(this.#rest);
    const foreign = this.#rest.startsWith('(?') && flags === null && name === null;
    if (foreign) return this.#foreignGroup();
    const length = (flags ?? name)?.[0].length ?? 1;
    this.#at += length;
    this.#hasOperand = false;
    this.#repetition = '';
    if (flags?.[1] !== ')') this.#depth += 1;
    return undefined;
  }

  #foreignGroup(): string {
    const named = /^\(\?P?<(?![=!])[^>]*>?/.exec(this.#rest);
    if (named !== null) return `invalid named capture: ${quoted(named[0])}`;
    const around = /^\(\?<?[=!]/.exec(this.#rest) ?? /^\(\?[imsU-]*.?/.exec(this.#rest);
    return `invalid or unsupported Perl syntax: ${quoted(around?.[0] ?? '(?')}`;
  }

  #repeat(sign: string): string | undefined {
    if (this.#repetition !== '') return `invalid nested repetition operator: ${quoted(this.#repetition + sign)}`;
    if (!this.#hasOperand) return `missing argument to repetition operator: ${quoted(sign)}`;
    this.#at += sign.length;
    this.#repetition = sign;
    return undefined;
  }

  #counted(): string | undefined {
    const count = /^\{(\d+)(?:,(\d*))?\}\??/.exec(this.#rest);
    // Go takes any other brace for itself.
    if (count === null) return this.#operand(1);
    const [least, most] = [Number(count[1]), count[2] ? Number(count[2]) : undefined];
    if (least > MAX_REPEAT || (most !== undefined && (most > MAX_REPEAT || least > most))) {
      return `invalid repeat count: ${quoted(count[0].replace(/\?$/, ''))}`;
    }
    return this.#repeat(count[0]);
  }

  #escape(): string | undefined {
    const next = this.#rest[1];
    if (next === undefined) return 'trailing backslash at end of expression: ``';
    if (next === 'Q') {
      const end = this.#rest.indexOf('\\E');
      return this.#operand(end === -1 ? this.#rest.length : end + 2);
    }
    if (/\w/.test(next) && (!ESCAPES.includes(next) || /^\\[1-7](?![0-7])/.test(this.#rest))) {
      return `invalid escape sequence: ${quoted(`\\${next}`)}`;
    }
    const property = /^\\[pP](?:\{[^}]*\}|.)/.exec(this.#rest)?.[0];
    if (property !== undefined && !isProperty(property)) return `invalid character class range: ${quoted(property)}`;
    return this.#operand(property?.length ?? /^\\x(?:\{[^}]*\}|..)/.exec(this.#rest)?.[0].length ?? 2);
  }

  #class(): string | undefined {
    const text = this.#rest;
    let at = text.startsWith('[^') ? 2 : 1;
    for (let isFirst = true; at < text.length && (isFirst || text[at] !== ']'); isFirst = false) {
      const named = /^\[:\^?(\w+):\]/.exec(text.slice(at));
      if (named !== null) {
        if (!CLASSES.has(named[1] ?? '')) return `invalid character class range: ${quoted(named[0])}`;
        at += named[0].length;
        continue;
      }
      const member = /^(\\x\{[^}]*\}|\\x..|\\[pP](?:\{[^}]*\}|.)|\\.|[^\\])(?:-(\\.|[^\]\\]))?/su.exec(text.slice(at));
      if (member === null) return `missing closing ]: ${quoted(text)}`;
      const [all, low = '', high] = member;
      if (high !== undefined && low.length === 1 && high.length === 1 && low > high) {
        return `invalid character class range: ${quoted(all)}`;
      }
      at += all.length;
    }
    if (at >= text.length) return `missing closing ]: ${quoted(text)}`;
    return this.#operand(at + 1);
  }
}

function quoted(text: string): string {
  return `\`${text}\``;
}

/** Whether there is such a class of characters: a category, or a script. */
function isProperty(text: string): boolean {
  const name = text.slice(2).replace(/^\{\^?|\}$/g, '');
  return [`\\p{${name}}`, `\\p{Script=${name}}`].some((source) => {
    try {
      return new RegExp(source, 'u').source !== '';
    } catch {
      return false;
    }
  });
}
