/** Thrown for a pattern that Go's regexp package refuses; its message is that of the package. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Compiles a pattern of Go's syntax (RE2). Throws {@link PatternError} for what Go refuses, or JavaScript cannot do. */
export function compileGoPattern(pattern: string): RegExp {
  const { flags, source } = leadingFlags(pattern);
  refuseForeignSyntax(pattern, source);
  try {
    return new RegExp(translate(source), `u${flags}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PatternError(`error parsing regexp: ${reason}`);
  }
}

/** Flags for the whole pattern, `(?i)…`, are flags of a JavaScript pattern. */
function leadingFlags(pattern: string): { readonly flags: string; readonly source: string } {
  const match = /^\(\?([ims]+)\)/.exec(pattern);
  if (match === null) return { flags: '', source: pattern };
  return { flags: [...new Set(match[1])].join(''), source: pattern.slice(match[0].length) };
}

/** RE2 has neither look-around nor back references. */
function refuseForeignSyntax(pattern: string, source: string): void {
  const around = /(?<!\\)(?:\\\\)*\(\?(<?[=!])/.exec(source);
  if (around !== null) {
    const text = around[1]?.startsWith('<') ? `(?${around[1]}` : `(?${around[1] ?? ''}`;
    throw new PatternError(`error parsing regexp: invalid or unsupported Perl syntax: \`${text}\``);
  }
  const reference = /(?<!\\)(?:\\\\)*(\\[1-9])/.exec(pattern);
  if (reference !== null) throw new PatternError(`error parsing regexp: invalid escape sequence: \`${reference[1]}\``);
}

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

const CLASS_SPECIAL = new Set(['[', '(', ')', '{', '}', '/', '|']);

function translate(pattern: string): string {
  let result = '';
  let inClass = false;
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at);
    const step: Step = inClass ? classStep(rest) : plainStep(rest);
    result += step.text;
    at += step.length;
    inClass = step.inClass ?? inClass;
  }
  return result;
}

interface Step {
  readonly text: string;
  readonly length: number;
  readonly inClass?: boolean;
}

function plainStep(rest: string): Step {
  if (rest.startsWith('\\')) return escapeStep(rest, false);
  if (rest.startsWith('(?P<')) return { text: '(?<', length: 4 };
  // A bracket right after the opening one is a member of the class.
  const open = /^\[\^?\]?/.exec(rest);
  if (open !== null) return { text: open[0].replace(']', '\\]'), length: open[0].length, inClass: true };
  // Braces that count nothing are themselves.
  if (rest.startsWith('{') && !/^\{\d+(,\d*)?\}/.test(rest)) return { text: '\\{', length: 1 };
  const count = /^\{\d+(,\d*)?\}/.exec(rest);
  if (count !== null) return { text: count[0], length: count[0].length };
  if (rest.startsWith('}') || rest.startsWith(']')) return { text: `\\${rest[0]}`, length: 1 };
  return oneCharacter(rest);
}

function classStep(rest: string): Step {
  if (rest.startsWith(']')) return { text: ']', length: 1, inClass: false };
  if (rest.startsWith('\\')) return escapeStep(rest, true);
  const posix = /^\[:(\w+):\]/.exec(rest);
  const known = posix?.[1] === undefined ? undefined : POSIX_CLASSES[posix[1]];
  if (posix !== null && known !== undefined) return { text: known, length: posix[0].length };
  const first = rest[0] ?? '';
  if (CLASS_SPECIAL.has(first)) return { text: `\\${first}`, length: 1 };
  if (/^-(?=\\[dDwWsSpP])/.test(rest)) return { text: '\\-', length: 1 };
  return oneCharacter(rest);
}

function escapeStep(rest: string, inClass: boolean): Step {
  const next = rest[1] ?? '';
  const quoted = /^\\Q(.*?)(?:\\E|$)/s.exec(rest);
  if (quoted !== null) {
    return { text: (quoted[1] ?? '').replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), length: quoted[0].length };
  }
  const unicode = /^\\([pP])(?:\{(\^?)(\w+)\}|(\w))/.exec(rest);
  if (unicode !== null) return unicodeStep(unicode);
  const code = /^\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/.exec(rest);
  if (code !== null) return { text: `\\u{${code[1] ?? code[2] ?? '0'}}`, length: code[0].length };
  if (next === 's') return { text: inClass ? '\\t\\n\\f\\r ' : '[\\t\\n\\f\\r ]', length: 2 };
  if (next === 'S') return { text: inClass ? '\\S' : '[^\\t\\n\\f\\r ]', length: 2 };
  if (next === 'A') return { text: '(?<![\\s\\S])', length: 2 };
  if (next === 'z') return { text: '(?![\\s\\S])', length: 2 };
  if (next === 'a') return { text: '\\x07', length: 2 };
  if (inClass && next === '-') return { text: '\\-', length: 2 };
  if (COMMON_ESCAPES.includes(next) && next !== '') return { text: `\\${next}`, length: 2 };
  // Go allows any punctuation to be escaped.
  if (/[!-/:-@[-`{-~]/.test(next)) return { text: next, length: 2 };
  const message =
    next === '' ? 'trailing backslash at end of expression: ``' : `invalid escape sequence: \`\\${next}\``;
  throw new PatternError(`error parsing regexp: ${message}`);
}

function unicodeStep(match: RegExpExecArray): Step {
  const [text, letter = 'p', caret = '', long, short] = match;
  const negated = (letter === 'P') !== (caret === '^');
  const name = long ?? short ?? '';
  const general = name.length <= 2 ? name : `Script=${name}`;
  return { text: `\\${negated ? 'P' : 'p'}{${general}}`, length: text.length };
}

function oneCharacter(rest: string): Step {
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return { text: character, length: character.length };
}
