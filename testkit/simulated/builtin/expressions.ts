import { createRequire } from 'node:module';
import type * as Cel from '@marcbachmann/cel-js';
import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

let environment: Cel.Environment | undefined;

/** Macros that the API server has and the library lacks: what uses them is not looked at. */
const UNKNOWN_MACROS =
  /\.(all|exists|exists_one|existsOne)\(\s*\w+\s*,\s*\w+\s*,|\.(transform\w+|sortBy|opt\w*Map)\(|\bcel\./;

/**
 * What is wrong with the syntax of an expression in CEL. Which fields and functions it uses is not looked at. The library
 * is loaded with the first expression, and at once, as creating an object must not wait.
 */
export function expressionFaults(path: string, expression: string): FieldCause[] {
  if (UNKNOWN_MACROS.test(expression)) return [];
  const library = createRequire(import.meta.url)('@marcbachmann/cel-js') as typeof Cel;
  environment ??= new library.Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true });
  try {
    environment.parse(expression);
    return [];
  } catch (error) {
    const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return [invalidValue(path, expression, `compilation failed: ERROR: <input>:1:1: Syntax error: ${text}`)];
  }
}
