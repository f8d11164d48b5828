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
