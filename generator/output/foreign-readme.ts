import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isOwnReadme } from '../layout/header.js';
import { README_PATH } from '../layout/paths.js';

/** Whether the output folder has a README that is not ours: the user's stays, and none is written beside it. */
export function hasForeignReadme(out: string): boolean {
  return filesIn(out)
    .filter((file) => file.toLowerCase() === README_PATH.toLowerCase())
    .some(
      (file) => !statSync(path.join(out, file)).isFile() || !isOwnReadme(readFileSync(path.join(out, file), 'utf8')),
    );
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
