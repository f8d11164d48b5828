import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors.js';

/** Throws a `UsageError` where the output cannot be a folder, because it or what it would be in is something else. */
export function refuseNoFolder(out: string): void {
  for (let at = out; ; at = path.dirname(at)) {
    const found = lookAt(at);
    if (found === undefined) continue;
    if (found.isDirectory()) return;
    const what = at === out ? '--out' : `--out ${out} cannot be made:`;
    throw new UsageError(`${what} ${at} is not a folder: move it away, or choose another one`);
  }
}

/** Undefined where there is nothing, also because what it would be in is a file. */
function lookAt(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`--out cannot be read: ${message}`, { cause: error });
  }
}
