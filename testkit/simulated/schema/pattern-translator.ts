const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** Escapes that mean the same in both languages, also with the flag `u`. */
const COMMON_ESCAPES = 'dDwWbBtnrfv.*+?^$(){}[]|/\\';

const CLASS_SPECIAL: ReadonlySet<string> = new Set(['[', '(', ')', '{', '}', '/', '|']);

/** Flags that hold from where they are set to the end of the group. */
interface Flags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiLine: boolean;
}

const NO_FLAGS: Flags = { ignoreCase: false, dotAll: false, multiLine: false };

/** Writes a pattern of Go in JavaScript's syntax, for the flag `u`. JavaScript lacks flags for parts of a pattern. */
export class PatternTranslator {
  readonly #pattern: string;
  #at = 0;
  #result = '';
  #inClass = false;
  #flags = NO_FLAGS;
  /** The flags outside of each open group. */
  readonly #outer: Flags[] = [];
  #fault: string | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  translate(): { readonly source: string; readonly fault: string | undefined } {
    while (this.#at < this.#pattern.length && this.#fault === undefined) {
      if (this.#rest.startsWith('\\')) this.#escape();
      else if (this.#inClass) this.#classMember();
      else this.#plain();
    }
    return { source: this.#result, fault: this.#fault };
  }

  get #rest(): string {
    return this.#pattern.slice(this.#at);
  }

  #write(text: string, length: number): void {
    this.#result += text;
    this.#at += length;
  }

  #plain(): void {
    const rest = this.#rest;
    const first = rest[0] ?? '';
    const flags = /^\(\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(rest);
    const open = /^\[\^?\]?/.exec(rest);
    const count = /^\{\d+(,\d*)?\}/.exec(rest);
    if (flags !== null) this.#setFlags(flags);
    // Names of groups may repeat in Go, and nobody asks for them here.
    else if (first === '(') this.#openGroup('(', /^\(\?P?<\w+>/.exec(rest)?.[0].length ?? 1);
    else if (first === ')') this.#closeGroup();
    else if (open !== null) {
      // A bracket right after the opening one is a member of the class.
      this.#inClass = true;
      this.#write(open[0].replace(']', '\\]'), open[0].length);
    } else if (count !== null) this.#write(count[0], count[0].length);
    else if ('{}]'.includes(first)) this.#write(`\\${first}`, 1);
    else if (first === '.' && this.#flags.dotAll) this.#write('[\\s\\S]', 1);
    else if (first === '^' && this.#flags.multiLine) this.#write('(?<![^\\n])', 1);
    else if (first === '$' && this.#flags.multiLine) this.#write('(?![^\\n])', 1);
    else this.#character();
  }

  #setFlags([text, on = '', off = '', end]: RegExpExecArray): void {
    if (end === ':') this.#openGroup('(?:', text.length);
    else this.#at += text.length;
    const next = (letter: string, now: boolean): boolean => (now || on.includes(letter)) && !off.includes(letter);
    this.#flags = {
      ignoreCase: next('i', this.#flags.ignoreCase),
      dotAll: next('s', this.#flags.dotAll),
      multiLine: next('m', this.#flags.multiLine),
    };
  }

  #openGroup(text: string, length: number): void {
    this.#outer.push(this.#flags);
    this.#write(text, length);
  }

  #closeGroup(): void {
    this.#flags = this.#outer.pop() ?? this.#flags;
    this.#write(')', 1);
  }

  #classMember(): void {
    const rest = this.#rest;
    const first = rest[0] ?? '';
    const posix = /^\[:(\w+):\]/.exec(rest);
    const known = posix?.[1] === undefined ? undefined : POSIX_CLASSES[posix[1]];
    const range = /^([a-z]-[a-z]|[A-Z]-[A-Z])/.exec(rest);
    if (first === ']') {
      this.#inClass = false;
      this.#write(']', 1);
    } else if (posix !== null && known !== undefined) this.#write(known, posix[0].length);
    else if (range !== null && this.#flags.ignoreCase) {
      this.#write(range[0].toLowerCase() + range[0].toUpperCase(), range[0].length);
    } else if (CLASS_SPECIAL.has(first)) this.#write(`\\${first}`, 1);
    // A dash beside a class of characters is a dash.
    else if (/^-(?=\\[dDwWsSpP])/.test(rest)) this.#write('\\-', 1);
    else this.#character();
  }

  #character(): void {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
    const hasCase = this.#flags.ignoreCase && lower !== upper && lower.length === upper.length;
    if (!hasCase) this.#write(character, character.length);
    else this.#write(this.#inClass ? lower + upper : `[${lower}${upper}]`, character.length);
  }

  #escape(): void {
    const rest = this.#rest;
    const next = rest[1] ?? '';
    const quoted = /^\\Q(.*?)(?:\\E|$)/s.exec(rest);
    const unicode = /^\\([pP])(?:\{(\^?)(\w+)\}|(\w))/.exec(rest);
    const code = /^\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/.exec(rest);
    if (quoted !== null) this.#write((quoted[1] ?? '').replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), quoted[0].length);
    else if (unicode !== null) this.#write(unicodeClass(unicode), unicode[0].length);
    else if (code !== null) this.#write(`\\u{${code[1] ?? code[2] ?? '0'}}`, code[0].length);
    else {
      const text = this.#simpleEscape(next);
      if (text !== undefined) this.#write(text, 2);
      else if (next === '') this.#fault = 'trailing backslash at end of expression: ``';
      else this.#fault = `invalid escape sequence: \`\\${next}\``;
    }
  }

  #simpleEscape(next: string): string | undefined {
    switch (next) {
      case 's':
        return this.#inClass ? '\\t\\n\\f\\r ' : '[\\t\\n\\f\\r ]';
      case 'S':
        return this.#inClass ? '\\S' : '[^\\t\\n\\f\\r ]';
      case 'A':
        return '(?<![\\s\\S])';
      case 'z':
        return '(?![\\s\\S])';
      case 'a':
        return '\\x07';
      case '-':
        return this.#inClass ? '\\-' : '-';
      default:
        if (next !== '' && COMMON_ESCAPES.includes(next)) return `\\${next}`;
        // Go lets everything be escaped that is neither a letter nor a digit.
        return /^[\0-\x7f]$/.test(next) && !/[A-Za-z0-9]/.test(next) ? next : undefined;
    }
  }
}

function unicodeClass([, letter = 'p', caret = '', long, short]: RegExpExecArray): string {
  const negated = (letter === 'P') !== (caret === '^');
  const name = long ?? short ?? '';
  return `\\${negated ? 'P' : 'p'}{${name.length <= 2 ? name : `Script=${name}`}}`;
}
