import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/settings.js';
import type { Changes } from '../write/compare.js';
import { VerifyError } from './errors.js';
import { relativeImports } from './imports.js';

/** What checking the output needs. */
export interface VerifyInput {
  readonly changes: Changes;
  /** Every file that will be there, by path. */
  readonly wanted: ReadonlyMap<string, string>;
  readonly settings: Settings;
}

/** Checks what is about to be written, as thoroughly as the settings say. */
export async function verifyOutput({ changes, wanted, settings }: VerifyInput): Promise<void> {
  if (settings.verify === 'none') return;
  const changed = changes.write.filter((file) => file.path.endsWith('.ts'));
  const exists = (file: string): boolean => wanted.has(file) || existsSync(path.join(settings.out, file));
  await verifySyntax(changed, exists);
  if (settings.verify !== 'types') return;
  const { checkTypes } = await import('./check-types.js');
  await checkTypes(wanted, settings.out);
}

/** Parses the changed files and resolves their imports against the plan. No type checker. */
async function verifySyntax(
  changed: readonly { readonly path: string; readonly text: string }[],
  exists: (file: string) => boolean,
): Promise<void> {
  if (changed.length === 0) return;
  for (const { path: file, text } of changed) {
    for (const module of relativeImports(file, text)) {
      if (!exists(`${module}.ts`)) throw new VerifyError(`${file} imports ${module}.ts, which is not generated`);
    }
  }
  const { ts } = await import('ts-morph');
  for (const { path: file, text } of changed) {
    const parsed = ts.createSourceFile(file, text, {
      languageVersion: ts.ScriptTarget.ES2022,
      jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    });
    const [problem] = syntaxErrors(parsed);
    if (problem === undefined) continue;
    const { line } = parsed.getLineAndCharacterOfPosition(problem.start ?? 0);
    const message = ts.flattenDiagnosticMessageText(problem.messageText, ' ');
    throw new VerifyError(
      `${file}, line ${line + 1}: ${message}; nothing was written. Please report this, with the input`,
    );
  }
}

/** What the parser found; it keeps that on the file, in a property that is not in its declarations. */
function syntaxErrors(file: object): readonly { readonly start?: number; readonly messageText: string }[] {
  const found = (file as { readonly parseDiagnostics?: unknown }).parseDiagnostics;
  return Array.isArray(found) ? found : [];
}
