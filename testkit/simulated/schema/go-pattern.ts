import { goPatternFault } from './go-pattern-faults.js';
import { PatternTranslator } from './pattern-translator.js';

/** Thrown for a pattern that Go's regexp package refuses; its message is that of the package. */
export class PatternError extends Error {
  override readonly name = 'PatternError';

  constructor(reason: string) {
    super(`error parsing regexp: ${reason}`);
  }
}

/** Compiles a pattern of Go's syntax (RE2). Throws {@link PatternError} for what Go refuses. */
export function compileGoPattern(pattern: string): RegExp {
  const wrong = goPatternFault(pattern);
  if (wrong !== undefined) throw new PatternError(wrong);
  const { source, fault } = new PatternTranslator(pattern).translate();
  if (fault !== undefined) throw new PatternError(fault);
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    throw new PatternError(error instanceof Error ? error.message : String(error));
  }
}
