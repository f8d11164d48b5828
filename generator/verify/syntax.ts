import { createRequire } from 'node:module';
import type * as TsMorph from 'ts-morph';

/** A generated file. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** Parses files, without a type checker, and returns the first syntax error as a message; undefined where there is none. */
export function syntaxErrorIn(files: readonly FileText[]): string | undefined {
  if (files.length === 0) return undefined;
  const { ts } = loadParser();
  for (const { path, text } of files) {
    const parsed = ts.createSourceFile(path, text, {
      languageVersion: ts.ScriptTarget.ES2022,
      jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    });
    const [problem] = diagnosticsOf(parsed);
    if (problem === undefined) continue;
    const { line } = parsed.getLineAndCharacterOfPosition(problem.start ?? 0);
    return `${path}, line ${line + 1}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`;
  }
  return undefined;
}

/**
 * Loads ts-morph, once. Through `require`: for an `import`, Node first looks through all of TypeScript for the names that
 * it exports, which takes 0.2 s. `require` has no types, so the module's own are named here.
 */
export function loadParser(): typeof TsMorph {
  return createRequire(import.meta.url)('ts-morph') as typeof TsMorph;
}

/** What the parser found; it keeps that on the file, in a property that is not in its declarations. */
function diagnosticsOf(file: object): readonly { readonly start?: number; readonly messageText: string }[] {
  const found = (file as { readonly parseDiagnostics?: unknown }).parseDiagnostics;
  return Array.isArray(found) ? found : [];
}
