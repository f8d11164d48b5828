import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/settings.js';
import type { Changes } from '../output/compare.js';
import { VerifyError } from './errors.js';
import { relativeImports } from './imports.js';
import type { FileText } from './syntax.js';
import type { SyntaxChecker } from './syntax-checker.js';

/** What checking the output needs. */
export interface VerifyInput {
  readonly changes: Changes;
  /** Every file that will be there, by path. */
  readonly wanted: ReadonlyMap<string, string>;
  readonly settings: Settings;
  /** Has been given every changed file. */
  readonly checker: SyntaxChecker | undefined;
}

/** Checks what is about to be written, as thoroughly as the settings say. */
export async function verifyOutput({ changes, wanted, settings, checker }: VerifyInput): Promise<void> {
  if (settings.verify === 'none') return;
  const changed = changes.write.filter((file) => file.path.endsWith('.ts'));
  const exists = (file: string): boolean => wanted.has(file) || existsSync(path.join(settings.out, file));
  verifyImports(changed, exists);
  const error = await checker?.finish();
  if (error !== undefined) throw new VerifyError(`${error}; nothing was written. Please report this, with the input`);
  if (settings.verify !== 'types') return;
  const { checkTypes } = await import('./check-types.js');
  await checkTypes(wanted, settings.out);
}

/** Each relative import must lead to a file that is planned, or to one of the user's. */
function verifyImports(changed: readonly FileText[], exists: (file: string) => boolean): void {
  for (const { path: file, text } of changed) {
    for (const module of relativeImports(file, text)) {
      if (!exists(`${module}.ts`)) throw new VerifyError(`${file} imports ${module}.ts, which is not generated`);
    }
  }
}
