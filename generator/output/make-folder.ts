import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** What {@link makeFolder} needs of a file system. */
export interface FolderFs {
  existsSync(path: string): boolean;
  mkdirSync(path: string): unknown;
}

/**
 * Makes a folder and those that it is in, one at a time. Node's own `recursive` never returns where a file system answers that the
 * folder does not exist in which one is to be made, although it does, as /proc and mounts on demand do.
 */
export function makeFolder(folder: string, fs: FolderFs = { existsSync, mkdirSync }): void {
  const missing: string[] = [];
  for (let at = folder; !fs.existsSync(at) && path.dirname(at) !== at; at = path.dirname(at)) missing.push(at);
  for (const each of missing.reverse()) {
    try {
      fs.mkdirSync(each);
    } catch (error) {
      // Another run may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !fs.existsSync(each)) throw error;
    }
  }
}
