import { loadOxc } from '../typescript/load-oxc.js';
import type { FindSyntaxError } from './syntax.js';

/**
 * Checks with oxc-transform, whose result is not looked at: it parses a file and finds, beyond grammar, names that are declared
 * twice or reserved, which TypeScript leaves to its checker. oxc-parser takes six times its CPU, because it hands out the
 * whole tree as text. Undefined where it was not installed or has no binary for the platform.
 */
export function loadOxcSyntax(): FindSyntaxError | undefined {
  const { oxc } = loadOxc();
  if (oxc === undefined) return undefined;
  return ({ path, text }) => {
    const [problem] = oxc.transformSync(path, text, OPTIONS).errors;
    if (problem === undefined) return undefined;
    const line = text.slice(0, problem.labels[0]?.start ?? 0).split('\n').length;
    return `${path}, line ${line}: ${problem.message}`;
  };
}

const OPTIONS = { sourcemap: false, typescript: { onlyRemoveTypeImports: true } } as const;
