import { newRequirement } from './label-requirement.js';
import { LabelSelectorError } from './label-selector-error.js';
import { tokenize } from './label-selector-lexer.js';
import type { Token, TokenKind } from './label-selector-lexer.js';
import type { LabelOperator, LabelRequirement, LabelSelector, Selector } from './label-selector.js';
import { labelKeyProblem } from './label-validation.js';
import { everything, selectorFromLabelSelector, selectorOf } from './selectors.js';

export { everything, nothing, selectorFromLabelSelector, selectorFromSet } from './selectors.js';

/** How the API server's grammar writes the operators between a key and its value. */
const EXACT_OPERATORS: { readonly [kind in TokenKind]?: LabelOperator } = {
  '=': '=',
  '==': '==',
  '!=': '!=',
  '>': 'gt',
  '<': 'lt',
};

/**
 * Parses the text of a label selector, with the whole grammar of the API server: `a=b`, `a==b`, `a!=b`, `a in (b,c)`,
 * `a notin (b,c)`, `a` (the label is there), `!a` (it is not), `a>1`, `a<1`, separated by commas, all of which must hold.
 * The empty text matches everything. Throws a {@link LabelSelectorError} that names the position.
 *
 * @example
 * parseLabelSelector('app in (web,api),!canary').matches({ app: 'web' }); // → true
 */
export function parseLabelSelector(text: string): Selector {
  return selectorOf(new Parser(text).parse());
}

/**
 * A selector from any of its forms: text, the API's object, or one that is parsed already. None at all: everything.
 *
 * @example
 * toSelector('tier in (web, db)').matches({ tier: 'web' }); // → true
 * toSelector({ matchLabels: { tier: 'db' } }).matches({ tier: 'web' }); // → false
 */
export function toSelector(like: string | LabelSelector | Selector | undefined): Selector {
  if (like === undefined || like === '') return everything;
  if (typeof like === 'string') return parseLabelSelector(like);
  return isSelector(like) ? like : selectorFromLabelSelector(like);
}

function isSelector(like: LabelSelector | Selector): like is Selector {
  return 'matches' in like && typeof like.matches === 'function';
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    if (this.#peek().kind === 'end') return requirements;
    for (;;) {
      requirements.push(this.#requirement());
      const after = this.#take();
      if (after.kind === 'end') return requirements;
      if (after.kind !== ',') this.#fail(after, `',' or the end`);
    }
  }

  #requirement(): LabelRequirement {
    const start = this.#peek();
    const negated = start.kind === '!';
    if (negated) this.#take();
    const key = this.#take();
    if (key.kind !== 'word') this.#fail(key, negated ? 'a label key' : `a label key or '!'`);
    const problem = labelKeyProblem(key.text);
    if (problem !== undefined) this.#refuse(key, problem);
    if (negated) return newRequirement({ key: key.text, operator: '!' });
    const next = this.#peek();
    if (next.kind === 'end' || next.kind === ',') return newRequirement({ key: key.text, operator: 'exists' });
    const { operator, values } = this.#operatorAndValues();
    try {
      return newRequirement({ key: key.text, operator, values });
    } catch (error) {
      if (error instanceof LabelSelectorError) this.#refuse(next, error.message.replace(/^label selector: /, ''));
      throw error;
    }
  }

  #operatorAndValues(): { operator: LabelOperator; values: string[] } {
    const token = this.#take();
    const operator = EXACT_OPERATORS[token.kind];
    if (operator !== undefined) return { operator, values: [this.#exactValue()] };
    if (token.text === 'in' || token.text === 'notin') return { operator: token.text, values: this.#valueSet() };
    return this.#fail(token, `one of '=', '==', '!=', 'in', 'notin', '<', '>'`);
  }

  /** Nothing after the operator means the empty value: `a=` and `a=,b`. */
  #exactValue(): string {
    const next = this.#peek();
    if (next.kind === 'end' || next.kind === ',') return '';
    if (next.kind !== 'word') this.#fail(next, 'a value');
    return this.#take().text;
  }

  /** Nothing between commas or parentheses means the empty value: `()`, `(,a)`, `(a,)`. */
  #valueSet(): string[] {
    const open = this.#take();
    if (open.kind !== '(') this.#fail(open, `'('`);
    const values: string[] = [];
    for (;;) {
      values.push(this.#peek().kind === 'word' ? this.#take().text : '');
      const token = this.#take();
      if (token.kind === ')') return values;
      if (token.kind !== ',') this.#fail(token, `',' or ')'`);
    }
  }

  #peek(): Token {
    // The last token is `end` and is never stepped over.
    return this.#tokens[this.#next] as Token;
  }

  #take(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#next += 1;
    return token;
  }

  #fail(token: Token, expected: string): never {
    const found = token.kind === 'end' ? 'the end' : `'${token.text}'`;
    this.#refuse(token, `found ${found}, expected ${expected}`);
  }

  #refuse(token: Token, problem: string): never {
    throw new LabelSelectorError(problem, { text: this.#text, position: token.position });
  }
}
