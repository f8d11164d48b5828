import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns the path of something that is shipped as it is in `real/` (the Go module, plain JavaScript) and that no
 * compiler copies: beside this file where the sources run, in the package's `real/` where `dist/` does, in modules or
 * bundled, in a file or in a chunk.
 */
export function packagedFile(name: string): string {
  const paths = [name, `../../real/${name}`, `../../../real/${name}`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is missing: it was looked for at ${paths.join(', ')}`);
  return found;
}
