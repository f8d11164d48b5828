import * as nodeFs from 'node:fs';
import path from 'node:path';

/** The calls that making folders takes. */
export type FolderFs = Pick<typeof nodeFs, 'mkdirSync' | 'statSync'>;

/**
 * Makes a folder and those that it is in, as far as they are not there. One level at a time: where a file system has no place
 * for folders and says that there is none (`/proc`), Node's own way tries again without end.
 */
export function makeFolder(folder: string, fs: FolderFs = nodeFs): void {
  if (isFolder(folder, fs)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, fs);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isFolder(folder, fs)) throw error;
  }
}

function isFolder(folder: string, fs: FolderFs): boolean {
  return fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}
