import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns the path of something that is shipped as it is in `real/` (the Go module, plain JavaScript) and that no
 * compiler copies: beside this file where the sources run, in the package's `real/` where `dist/` does.
 */
export function packagedFile(name: string): string {
  const beside = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL(`../../real/${name}`, import.meta.url));
}
