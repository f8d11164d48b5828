import { goQuote } from '../rules/go-text.js';
import { labelValueFaults, qualifiedNameFaults } from '../rules/names.js';

/** Says what the API server says of a label selector that it cannot read; undefined where it has nothing to say. */
export function labelSelectorFault(text: string): string | undefined {
  try {
    new SelectorReader(tokensOf(text)).read();
    return undefined;
  } catch (error) {
    if (error instanceof SelectorFault) return error.message;
    throw error;
  }
}

class SelectorFault extends Error {
  override readonly name = 'SelectorFault';
}

/** A word, an operator, or the end, which is `''`. */
interface Token {
  readonly text: string;
  readonly isWord: boolean;
}

const END: Token = { text: '', isWord: false };
const TOKEN = /\s*(?:(==|!=|[=!(),<>])|([^\s=!(),<>]+))/gy;
const OPERATORS: ReadonlySet<string> = new Set(['in', 'notin', '=', '==', '!=', '<', '>']);

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(([, operator, word]) => ({
    text: operator ?? word ?? '',
    isWord: operator === undefined,
  }));
}

/** Reads as the server does, step by step, because what it says depends on where it stops. */
class SelectorReader {
  readonly #tokens: Token[];

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  read(): void {
    while (this.#next !== END) {
      if (!this.#beginsRequirement) throw found(this.#next, ", expected: !, identifier, or 'end of string'");
      this.#requirement();
      const separator = this.#take();
      if (separator === END) return;
      if (separator.text !== ',') throw found(separator, ", expected: ',' or 'end of string'");
      if (!this.#beginsRequirement) throw found(this.#next, ", expected: identifier after ','");
    }
  }

  get #next(): Token {
    return this.#tokens[0] ?? END;
  }

  get #beginsRequirement(): boolean {
    return this.#next.isWord || this.#next.text === '!';
  }

  #take(): Token {
    return this.#tokens.shift() ?? END;
  }

  #requirement(): void {
    const isAbsence = this.#next.text === '!';
    if (isAbsence) this.#take();
    const key = this.#take();
    if (!key.isWord) throw inRequirement(found(key, ', expected: identifier'));
    const faults = qualifiedNameFaults(key.text);
    if (faults.length > 0) throw inRequirement(invalid('<nil>', key.text, faults));
    if (isAbsence || this.#next === END || this.#next.text === ',') return;
    const operator = this.#take();
    if (!OPERATORS.has(operator.text)) throw inRequirement(found(operator, ', expected: in, notin, =, ==, !=, gt, lt'));
    checkValues(key.text, operator.text, operator.isWord ? this.#values() : [this.#value()]);
  }

  #value(): string {
    if (this.#next === END || this.#next.text === ',') return '';
    const value = this.#take();
    if (!value.isWord) throw inRequirement(found(value, ', expected: identifier'));
    return value.text;
  }

  #values(): string[] {
    const values: string[] = [];
    const open = this.#take();
    if (open.text !== '(') throw inRequirement(found(open, " expected: '('"));
    if (!this.#next.isWord && !['', ',', ')'].includes(this.#next.text)) throw this.#noValue();
    if (this.#next === END) throw this.#noValue();
    while (this.#next.text !== ')') {
      const value = this.#take();
      if (value.isWord) {
        values.push(value.text);
        if (this.#next.text !== ',' && this.#next.text !== ')')
          throw inRequirement(found(this.#next, ", expected: ',' or ')'"));
      } else if (value.text === ',') {
        if (values.length === 0 || [',', ')'].includes(this.#next.text)) values.push('');
      } else throw inRequirement(found(value, ", expected: ',', or identifier"));
    }
    this.#take();
    return values;
  }

  #noValue(): SelectorFault {
    return inRequirement(found(this.#next, ", expected: ',', ')' or identifier"));
  }
}

function checkValues(key: string, operator: string, values: readonly string[]): void {
  const sorted = [...new Set(values)].sort();
  if (operator === '<' || operator === '>') {
    const message = "for 'Gt', 'Lt' operators, the value must be an integer";
    const wrong = sorted.findIndex((value) => !/^[+-]?\d+$/.test(value));
    if (wrong >= 0) throw inRequirement(invalid(`values[${wrong}]`, sorted[wrong] ?? '', [message]));
  }
  const faults = sorted.flatMap((value, index) => {
    const messages = labelValueFaults(value);
    return messages.length === 0 ? [] : [invalid(`values[${index}][${key}]`, value, messages).message];
  });
  if (faults.length === 0) return;
  throw inRequirement(new SelectorFault(faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`));
}

function found({ text }: Token, expected: string): SelectorFault {
  return new SelectorFault(`found '${text}'${expected}`);
}

function invalid(path: string, value: string, faults: readonly string[]): SelectorFault {
  return new SelectorFault(`${path}: Invalid value: ${goQuote(value)}: ${faults.join('; ')}`);
}

function inRequirement({ message }: SelectorFault): SelectorFault {
  return new SelectorFault(`unable to parse requirement: ${message}`);
}
