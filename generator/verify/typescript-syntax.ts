import { createRequire } from 'node:module';
import type * as TsMorph from 'ts-morph';
import type { FindSyntaxError } from './syntax.js';

/** Parses with the compiler that ts-morph brings, wherever Node runs. Loading it takes 0.4 s and more. */
export function loadTypeScriptParser(): FindSyntaxError {
  const { ts } = loadTsMorph();
  return ({ path, text }) => {
    const parsed = ts.createSourceFile(path, text, {
      languageVersion: ts.ScriptTarget.ES2022,
      jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    });
    const [problem] = diagnosticsOf(parsed);
    if (problem === undefined) return undefined;
    const { line } = parsed.getLineAndCharacterOfPosition(problem.start ?? 0);
    return `${path}, line ${line + 1}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`;
  };
}

/**
 * Through `require`: for an `import`, Node first looks through all of TypeScript for the names that it exports, which
 * takes 0.2 s. `require` has no types, so the module's own are named here.
 */
function loadTsMorph(): typeof TsMorph {
  return createRequire(import.meta.url)('ts-morph') as typeof TsMorph;
}

/** What the parser found; it keeps that on the file, in a property that is not in its declarations. */
function diagnosticsOf(file: object): readonly { readonly start?: number; readonly messageText: string }[] {
  const found = (file as { readonly parseDiagnostics?: unknown }).parseDiagnostics;
  return Array.isArray(found) ? found : [];
}
