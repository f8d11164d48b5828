/** A generated file. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** Parses files, without a type checker, and gives the first syntax error as a message; undefined where there is none. */
export async function syntaxErrorIn(files: readonly FileText[]): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const { ts } = await import('ts-morph');
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

/** What the parser found; it keeps that on the file, in a property that is not in its declarations. */
function diagnosticsOf(file: object): readonly { readonly start?: number; readonly messageText: string }[] {
  const found = (file as { readonly parseDiagnostics?: unknown }).parseDiagnostics;
  return Array.isArray(found) ? found : [];
}
