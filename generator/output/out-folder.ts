import { lstatSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors.js';

/** Throws a `UsageError` where the output cannot be a folder, because it or what it would be in is something else. */
export function refuseNoFolder(out: string): void {
  for (let at = out; ; at = path.dirname(at)) {
    const what = at === out ? '--out' : `--out ${out} cannot be made:`;
    const found = lookAt(at, statSync);
    if (found?.isDirectory() === true) return;
    if (found === undefined && lookAt(at, lstatSync) === undefined) continue;
    if (found === undefined)
      throw new UsageError(`${what} ${at} is a link that leads nowhere: remove it, or choose another one`);
    throw new UsageError(`${what} ${at} is not a folder: move it away, or choose another one`);
  }
}

/** Undefined where there is nothing, also because what it would be in is a file. */
function lookAt(file: string, stat: (file: string) => Stats): Stats | undefined {
  try {
    return stat(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`--out cannot be read: ${message}`, { cause: error });
  }
}
