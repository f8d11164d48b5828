import type { ParseResult } from '@marcbachmann/cel-js';
import type { ValidationRule } from '../schema/json-schema.js';
import type { Structural } from '../schema/structural.js';
import { celEnvironment } from './cel-environment.js';
import { declaredType } from './declared-type.js';
import { undefinedFields } from './field-check.js';
import { withoutIndexedHas } from './has-with-index.js';
import { withDynamicValues, withoutOptionalMacros } from './optional-macros.js';
import { RuleCost } from './rule-cost.js';
import { staticType, typeName } from './static-type.js';
import { missingArgument, syntaxFaults } from './syntax-faults.js';
import type { SyntaxFailure } from './syntax-faults.js';
import { TypeCheck } from './type-check.js';

/** What rules see: `self`, and in updates `oldSelf`. */
export interface RuleVariables {
  readonly self: unknown;
  readonly oldSelf?: unknown;
}

/** A rule that can be evaluated, or a reason why it cannot. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  readonly usesOldSelf: boolean;
  /** Undefined where `unsupported` or `fault` says why. */
  readonly program: ParseResult | undefined;
  readonly messageProgram: ParseResult | undefined;
  /** What the library cannot do, though the API server can. */
  readonly unsupported: string | undefined;
  /** What is wrong with the rule itself. */
  readonly fault: string | undefined;
}

/** What an expression has to evaluate to, and what the server says where it does not. */
const EXPECTED = {
  bool: 'cel expression must evaluate to a bool',
  string: 'must evaluate to a string',
} as const;

/** What the server finds out about an expression before it takes it. */
interface Judgement {
  readonly faults: readonly string[];
  /** The kind of the result; undefined: not known. */
  readonly result: string | undefined;
  /** The highest cost; 0 where it is not known. */
  readonly cost: number;
}

/** Features of the API server's CEL that the library lacks. */
const UNSUPPORTED: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\.(all|exists|exists_one|existsOne)\(\s*\w+\s*,\s*\w+\s*,/, 'macros with two variables'],
  [/\.(transformList|transformMap|transformMapEntry)\(/, 'transforming macros'],
  [/\.sortBy\(|\blists\.range\(/, 'sortBy and lists.range'],
];

/** Compiles a rule about values of this schema; never throws. */
export function compileRule(rule: ValidationRule, schema: Structural): CompiledRule {
  const usesOldSelf = /\boldSelf\b/.test(withoutTexts(rule.rule));
  const compiled = compileExpression(rule.rule, schema, rule.optionalOldSelf === true);
  const message =
    rule.messageExpression === undefined
      ? undefined
      : compileExpression(rule.messageExpression, schema, rule.optionalOldSelf === true).program;
  return { rule, usesOldSelf, ...compiled, messageProgram: message };
}

type CompiledExpression = Pick<CompiledRule, 'program' | 'unsupported' | 'fault'>;

/** Parses and checks an expression about values of this schema. */
export function compileExpression(text: string, schema: Structural, optionalOldSelf: boolean): CompiledExpression {
  const missing = UNSUPPORTED.find(([pattern]) => pattern.test(text))?.[1];
  if (missing !== undefined) return { program: undefined, unsupported: missing, fault: undefined };
  const { environment } = celEnvironment();
  const expression = withDynamicValues(withoutIndexedHas(withoutOptionalMacros(text)));
  const unparsed = parseFaults(text);
  if (unparsed.length > 0) return { program: undefined, unsupported: undefined, fault: compilationFailed(unparsed) };
  try {
    const { faults } = judgeExpression(text, schema, optionalOldSelf);
    if (faults.length > 0) return { program: undefined, unsupported: undefined, fault: compilationFailed(faults) };
    const program = environment.parse(expression);
    const checked = program.check();
    if (!checked.valid) return failed(text, checked.error);
    return { program, unsupported: undefined, fault: undefined };
  } catch (error) {
    return failed(text, error);
  }
}

/** What the server refuses in an expression that compiles: its result or its cost. */
export function judgeCompiled(
  text: string,
  expected: keyof typeof EXPECTED,
  { schema, optionalOldSelf }: { readonly schema: Structural; readonly optionalOldSelf: boolean },
): { readonly fault: string | undefined; readonly cost: number } {
  if (UNSUPPORTED.some(([pattern]) => pattern.test(text))) return { fault: undefined, cost: 0 };
  const { result, cost } = judgeExpression(text, schema, optionalOldSelf);
  return result === undefined || result === expected
    ? { fault: undefined, cost }
    : { fault: EXPECTED[expected], cost: 0 };
}

/** What the server finds wrong with an expression that parses and that sees the given variables, whose types are open. */
export function judgeOpen(text: string, variables: readonly string[]): Omit<Judgement, 'cost'> {
  const { ast } = celEnvironment().environment.parse(text);
  const types = new TypeCheck(ast, text, new Map(variables.map((name) => [name, undefined])));
  return {
    faults: types.faults.map(({ position, says }) => located(text, position, says)),
    result: typeName(types.typeOf(ast)),
  };
}

function judgeExpression(text: string, schema: Structural, optionalOldSelf: boolean): Judgement {
  const { ast } = celEnvironment().environment.parse(text);
  const declared = declaredType(schema);
  const oldSelf = optionalOldSelf && declared ? { kind: 'optional', of: staticType(declared) } : declared;
  const types = new TypeCheck(
    ast,
    text,
    new Map([
      ['self', declared],
      ['oldSelf', oldSelf],
    ]),
  );
  const scope = new Map([
    ['self', schema],
    ['oldSelf', optionalOldSelf ? undefined : schema],
  ]);
  const fields = undefinedFields(ast, scope).map(({ field, position }) => ({
    position,
    says: `undefined field '${field}'`,
  }));
  const faults = [...fields, ...types.faults].sort((one, other) => one.position - other.position);
  return {
    faults: faults.map(({ position, says }) => located(text, position, says)),
    result: types.typeOf(ast)?.kind,
    cost: declared ? new RuleCost(declared, types).estimate(ast) : 0,
  };
}

/** What is wrong with the syntax of an expression, in the words of the server. */
export function parseFaults(text: string): string[] {
  const failure = parseFailure(text);
  const missing = failure === undefined ? missingArgument(text) : undefined;
  const faults = failure === undefined ? (missing ? [missing] : []) : syntaxFaults(text, failure, parseFailure);
  return faults.map(({ position, says }) => located(text, position, says));
}

function parseFailure(text: string): SyntaxFailure | undefined {
  try {
    celEnvironment().environment.parse(text);
    return undefined;
  } catch (error) {
    const { summary, range } = error as LibraryError;
    return { says: summary ?? (error instanceof Error ? error.message : String(error)), position: range?.start ?? 0 };
  }
}

interface LibraryError {
  readonly summary?: string;
  readonly range?: { readonly start: number; readonly end: number };
}

/** What the library refuses is wrong, if it is a matter of syntax or of names; else the library may know too little. */
function failed(expression: string, error: unknown): CompiledExpression {
  const { summary, range } = error as LibraryError;
  const says = summary ?? (error instanceof Error ? error.message : String(error));
  const start = range?.start ?? 0;
  const variable = /^Unknown variable: (.*)$/.exec(says)?.[1];
  const name = variable ?? unknownFunction(says);
  if (name !== undefined) {
    const at =
      variable === undefined ? Math.max(start, expression.indexOf('(', expression.indexOf(`${name}(`))) : start;
    return fault(expression, at, `undeclared reference to '${name}' (in container '')`);
  }
  return { program: undefined, unsupported: says, fault: undefined };
}

function fault(expression: string, position: number, says: string): CompiledExpression {
  const text = compilationFailed([located(expression, position, says)]);
  return { program: undefined, unsupported: undefined, fault: text };
}

/** The name of a function that no type has; undefined where it is known for other arguments. */
function unknownFunction(says: string): string | undefined {
  const call = /^found no matching overload for '(.*)'$/.exec(says)?.[1];
  const name = call === undefined ? undefined : /(\w+)\(/.exec(call.slice(call.indexOf('.') + 1))?.[1];
  if (name === undefined) return undefined;
  const { functions } = celEnvironment().environment.getDefinitions();
  return functions.some((known) => known.name === name) ? undefined : name;
}

function compilationFailed(faults: readonly string[]): string {
  return `compilation failed: ${faults.join('\n')}`;
}

/** The compiler's error as the API server shows it: with the expression and a mark below it. */
function located(expression: string, position: number, says: string): string {
  const before = expression.slice(0, position).split('\n');
  const column = before.at(-1)?.length ?? 0;
  const line = expression.split('\n')[before.length - 1] ?? expression;
  return `ERROR: <input>:${before.length}:${column + 1}: ${says}\n | ${line}\n | ${'.'.repeat(column)}^`;
}

function withoutTexts(expression: string): string {
  return expression.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
}

/** Evaluates a program; an error of evaluation is returned as a text in the API server's words. */
export function evaluate(
  program: ParseResult,
  variables: RuleVariables,
): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: program({ ...variables }) as unknown };
  } catch (error) {
    const { summary } = error as { readonly summary?: string };
    return { error: serverWords(summary ?? (error instanceof Error ? error.message : String(error))) };
  }
}

function serverWords(text: string): string {
  const bounds = /index out of bounds, index (-?\d+)/.exec(text);
  if (bounds) return `index out of bounds: ${bounds[1]}`;
  const operator = /^no such overload: \S+ (\S+) \S+$/.exec(text)?.[1];
  if (operator !== undefined) return `no such overload: _${operator}_`;
  return text.replace(/^No such key/, 'no such key');
}
