import { existsSync } from 'node:fs';
import path from 'node:path';
import { VerifyError } from '../errors.js';
import { declarationFile, importedFiles, scriptFile } from '../layout/modules.js';
import type { FileText } from './syntax.js';
import type { SyntaxChecker } from './syntax-checker.js';

/** What checking the output needs. */
export interface VerifyInput {
  /** What will be written. */
  readonly changed: readonly FileText[];
  /** Every file that will be there, by path. */
  readonly wanted: ReadonlyMap<string, string>;
  /** The output folder. */
  readonly out: string;
  /** How thoroughly: parsed, or also type-checked. */
  readonly verify: 'none' | 'syntax' | 'types';
  /** Has been given every changed file. */
  readonly checker: SyntaxChecker | undefined;
}

/** Checks what is about to be written. */
export async function verifyOutput({ changed, wanted, out, verify, checker }: VerifyInput): Promise<void> {
  if (verify === 'none') return;
  const exists = (file: string): boolean => wanted.has(file) || existsSync(path.join(out, file));
  verifyImports(changed, exists);
  const error = await checker?.finish();
  if (error !== undefined) throw new VerifyError(`${error}; nothing was written. Please report this, with the input`);
  if (verify !== 'types') return;
  const { checkTypes } = await import('./check-types.js');
  await checkTypes(wanted, out);
}

/** Each relative import must lead to a file that is planned, or to one of the user's: what runs needs one that runs. */
function verifyImports(changed: readonly FileText[], exists: (file: string) => boolean): void {
  for (const { path: file, text } of changed) {
    if (!/\.[jt]s$/.test(file)) continue;
    for (const module of importedFiles(file, text)) {
      if (exists(module) || exists(file.endsWith('.js') ? scriptFile(module) : declarationFile(module))) continue;
      throw new VerifyError(`${file} imports ${module}, which is not generated`);
    }
  }
}
