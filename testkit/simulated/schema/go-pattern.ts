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
  refuseForeignSyntax(pattern);
  const { source, fault } = new PatternTranslator(pattern).translate();
  if (fault !== undefined) throw new PatternError(fault);
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    throw new PatternError(error instanceof Error ? error.message : String(error));
  }
}

/** RE2 has neither look-around nor back references. */
function refuseForeignSyntax(pattern: string): void {
  const around = /(?<!\\)(?:\\\\)*\(\?(<?[=!])/.exec(pattern);
  if (around !== null) throw new PatternError(`invalid or unsupported Perl syntax: \`(?${around[1] ?? ''}\``);
  const reference = /(?<!\\)(?:\\\\)*(\\[1-9])/.exec(pattern);
  if (reference !== null) throw new PatternError(`invalid escape sequence: \`${reference[1] ?? ''}\``);
}
