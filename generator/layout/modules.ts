import path from 'node:path/posix';
import { quote } from '../typescript/text.js';

/** How relative imports end. */
export type ImportExtension = '.js' | '.ts' | '';

/** The quoted specifier by which the module `from` imports `to`, both paths in the output. */
export function importPath(from: string, to: string, extension: ImportExtension): string {
  const here = from.split('/');
  const there = to.replace(/\.ts$/, '').split('/');
  let common = 0;
  while (common < here.length - 1 && common < there.length - 1 && here[common] === there[common]) common += 1;
  const up = here.length - 1 - common;
  return quote((up === 0 ? './' : '../'.repeat(up)) + there.slice(common).join('/') + extension);
}

/** What modules are written as: TypeScript, or JavaScript with declarations beside it. */
export type Emit = 'ts' | 'js';

/** The file that runs of a module that is emitted as JavaScript. */
export function scriptFile(module: string): string {
  return module.replace(/\.ts$/, '.js');
}

/** The file that declares the types of a module that is emitted as JavaScript. */
export function declarationFile(module: string): string {
  return module.replace(/\.ts$/, '.d.ts');
}

/** The module that a file of the output belongs to, whatever it was emitted as. */
export function moduleOf(file: string): string {
  return file.replace(/(?:\.d\.ts|\.js)$/, '.ts');
}

/** The inverse of {@link importPath}: the file that the module `from` imports by a relative specifier, unquoted. */
export function importedFile(from: string, specifier: string): string {
  return `${path.join(path.dirname(from), specifier).replace(/\.(?:js|ts)$/, '')}.ts`;
}

/** The modules of the output that a text of ours imports or re-exports, by their relative specifiers. */
export function importedFiles(from: string, text: string): string[] {
  const found = text.matchAll(/^(?:import|export)\b[^'"\n]*\bfrom ['"](\.{1,2}\/[^'"\n]+)['"];$/gm);
  return Array.from(found, ([, specifier = '']) => importedFile(from, specifier));
}
