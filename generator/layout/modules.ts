import path from 'node:path/posix';
import { quote } from '../typescript/text.js';

/** How relative imports end. */
export type ImportExtension = '.js' | '.ts' | '';

/** The quoted specifier by which the module `from` imports `to`, both paths in the output. */
export function importPath(from: string, to: string, extension: ImportExtension): string {
  // Behind the last folder that both are in.
  let common = 0;
  for (let next = from.indexOf('/') + 1; next > 0 && to.startsWith(from.slice(common, next), common);) {
    common = next;
    next = from.indexOf('/', common) + 1;
  }
  let up = '';
  for (let at = from.indexOf('/', common); at !== -1; at = from.indexOf('/', at + 1)) up += '../';
  const there = to.slice(common, to.endsWith('.ts') ? -'.ts'.length : undefined);
  return quote((up === '' ? './' : up) + there + extension);
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
  let folder = from.lastIndexOf('/');
  let at = specifier.startsWith('./') ? 2 : 0;
  for (; specifier.startsWith('../', at) && folder !== -1; at += 3) folder = from.lastIndexOf('/', folder - 1);
  const rest = specifier.slice(at);
  // As we write them, no folder behind the beginning leads back.
  const whole = rest.includes('./') ? path.join(path.dirname(from), specifier) : from.slice(0, folder + 1) + rest;
  return `${whole.endsWith('.js') || whole.endsWith('.ts') ? whole.slice(0, -3) : whole}.ts`;
}

const IMPORT = /^(?:import|export)\b[^'"\n]*\bfrom ['"](\.{1,2}\/[^'"\n]+)['"];$/m;

/** The modules of the output that a text of ours imports or re-exports, by their relative specifiers. */
export function importedFiles(from: string, text: string): string[] {
  const found: string[] = [];
  // The lines are looked for by what stands in them: to try each line of an output takes as long as to render it.
  for (const start of [" from '.", ' from ".']) {
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
      const lineEnd = text.indexOf('\n', at);
      const line = text.slice(text.lastIndexOf('\n', at) + 1, lineEnd === -1 ? undefined : lineEnd);
      const [, specifier] = IMPORT.exec(line) ?? [];
      if (specifier !== undefined) found.push(importedFile(from, specifier));
    }
  }
  return found;
}
