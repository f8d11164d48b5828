import { judgeOpen, parseFaults } from '../cel/compiled-rule.js';
import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

/** Macros that the API server has and the library lacks: what uses them is not looked at. */
const UNKNOWN_MACROS =
  /\.(all|exists|exists_one|existsOne)\(\s*\w+\s*,\s*\w+\s*,|\.(transform\w+|sortBy|opt\w*Map)\(|\bcel\./;
const VARIABLES = ['object', 'oldObject', 'request', 'authorizer', 'params', 'namespaceObject', 'variables'];

/** What is wrong with the syntax of an expression in CEL. Which fields and functions it uses is not looked at. */
export function expressionFaults(path: string, expression: string): FieldCause[] {
  if (UNKNOWN_MACROS.test(expression)) return [];
  return refused(path, expression, parseFaults(expression));
}

/** The same for one that says yes or no about a request: its names are looked at, too, and its result. */
export function conditionExpressionFaults(path: string, expression: string): FieldCause[] {
  const faults = expressionFaults(path, expression);
  // What an authorizer can be asked is not known here.
  if (faults.length > 0 || UNKNOWN_MACROS.test(expression) || /\bauthorizer\b/.test(expression)) return faults;
  const judged = judgeOpen(expression, VARIABLES);
  if (judged.faults.length > 0) return refused(path, expression, judged.faults);
  const { result = 'bool' } = judged;
  return result === 'bool' || result === 'dyn'
    ? []
    : [invalidValue(path, expression, `must evaluate to bool but got ${result}`)];
}

function refused(path: string, expression: string, faults: readonly string[]): FieldCause[] {
  return faults.length === 0 ? [] : [invalidValue(path, expression, `compilation failed: ${faults.join('\n')}`)];
}
