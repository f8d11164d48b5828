import { judgeOpen, parseFaults } from '../cel/compiled-rule.js';
import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

/** Macros that the API server has and the library lacks: what uses them is not looked at. */
const UNKNOWN_MACROS =
  /\.(all|exists|exists_one|existsOne)\(\s*\w+\s*,\s*\w+\s*,|\.(transform\w+|sortBy|opt\w*Map)\(|\bcel\./;
const VARIABLES = ['object', 'oldObject', 'request', 'authorizer', 'namespaceObject', 'variables'];

/** What is wrong with the syntax of an expression in CEL. Which fields and functions it uses is not looked at. */
export function expressionFaults(path: string, expression: string): FieldCause[] {
  if (UNKNOWN_MACROS.test(expression)) return [];
  return refused(path, expression, parseFaults(expression));
}

/** What an expression about a request has to be. */
export interface ExpectedExpression {
  /** Default `bool`. */
  readonly result?: 'bool' | 'string';
  /** Whether there are parameters. Default true. */
  readonly hasParameters?: boolean;
}

/** The same for one about a request: its names are looked at, too, and its result. */
export function requestExpressionFaults(
  path: string,
  expression: string,
  { result: expected = 'bool', hasParameters = true }: ExpectedExpression = {},
): FieldCause[] {
  const faults = expressionFaults(path, expression);
  // What an authorizer can be asked is not known here.
  if (faults.length > 0 || UNKNOWN_MACROS.test(expression) || /\bauthorizer\b/.test(expression)) return faults;
  const judged = judgeOpen(expression, hasParameters ? [...VARIABLES, 'params'] : VARIABLES);
  if (judged.faults.length > 0) return refused(path, expression, judged.faults);
  const { result = expected } = judged;
  return result === expected || result === 'dyn'
    ? []
    : [invalidValue(path, expression, `must evaluate to ${expected} but got ${result}`)];
}

function refused(path: string, expression: string, faults: readonly string[]): FieldCause[] {
  return faults.length === 0 ? [] : [invalidValue(path, expression, `compilation failed: ${faults.join('\n')}`)];
}
