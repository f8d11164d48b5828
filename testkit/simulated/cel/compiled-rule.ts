import type { ParseResult } from '@marcbachmann/cel-js';
import type { ValidationRule } from '../schema/json-schema.js';
import { celEnvironment } from './cel-environment.js';

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

/** Features of the API server's CEL that the library lacks. */
const UNSUPPORTED: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\.(all|exists|exists_one|existsOne)\(\s*\w+\s*,\s*\w+\s*,/, 'macros with two variables'],
  [/\.(transformList|transformMap|transformMapEntry)\(/, 'transforming macros'],
  [/\.sortBy\(|\blists\.range\(/, 'sortBy and lists.range'],
];

/** Compiles a rule; never throws. */
export function compileRule(rule: ValidationRule): CompiledRule {
  const usesOldSelf = /\boldSelf\b/.test(withoutTexts(rule.rule));
  const unsupported = UNSUPPORTED.find(([pattern]) => pattern.test(rule.rule))?.[1];
  if (unsupported !== undefined) {
    return { rule, usesOldSelf, unsupported, program: undefined, messageProgram: undefined, fault: undefined };
  }
  const { program, fault } = parse(rule.rule);
  const message = rule.messageExpression === undefined ? undefined : parse(rule.messageExpression).program;
  return { rule, usesOldSelf, program, fault, messageProgram: message, unsupported: undefined };
}

/** Parses and checks an expression. */
export function parse(expression: string): {
  readonly program: ParseResult | undefined;
  readonly fault: string | undefined;
} {
  const { environment } = celEnvironment();
  try {
    const program = environment.parse(expression);
    const checked = program.check();
    return checked.valid
      ? { program, fault: undefined }
      : { program: undefined, fault: compileFault(expression, checked.error) };
  } catch (error) {
    return { program: undefined, fault: compileFault(expression, error) };
  }
}

/** The compiler's error as the API server shows it: with the expression and a mark below it. */
function compileFault(expression: string, error: unknown): string {
  const { summary, range } = error as { readonly summary?: string; readonly range?: { readonly start: number } };
  const start = Math.max(0, range?.start ?? 0);
  const before = expression.slice(0, start).split('\n');
  const column = before.at(-1)?.length ?? 0;
  const line = expression.split('\n')[before.length - 1] ?? expression;
  const says = summary ?? (error instanceof Error ? error.message : String(error));
  return `compilation failed: ERROR: <input>:${before.length}:${column + 1}: ${says}\n | ${line}\n | ${'.'.repeat(column)}^`;
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
  return text.replace(/^No such key/, 'no such key');
}
