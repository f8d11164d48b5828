import path from 'node:path/posix';
import { quote } from '../render/text.js';

/** How relative imports end. */
export type ImportExtension = '.js' | '.ts' | '';

/** The quoted specifier by which the module `from` imports `to`, both paths in the output. */
export function importPath(from: string, to: string, extension: ImportExtension): string {
  const relative = path.relative(path.dirname(from), to).replace(/\.ts$/, '');
  const bare = relative.startsWith('.') ? relative : `./${relative}`;
  return quote(bare + extension);
}
