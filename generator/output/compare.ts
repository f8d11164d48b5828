import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors.js';
import { hasHeader } from '../layout/header.js';
import { MANIFEST_PATH } from '../layout/paths.js';
import { own } from '../names/accessors.js';
import { contentHash } from './manifest.js';
import type { Manifest } from './manifest.js';

/** How the files on disk differ from those that are to be there. */
export interface Changes {
  /** With the text on disk, undefined where there is none. */
  readonly write: readonly { readonly path: string; readonly text: string; readonly before: string | undefined }[];
  readonly unchanged: readonly string[];
  /** Written by an earlier run, wanted no more. */
  readonly remove: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Compares the wanted files with the disk. Hand-made changes to generated files are overwritten, with a warning; a file
 * that is wanted no more and was changed by hand stays, with a warning; a foreign file where one of ours must go is an error.
 */
export function compareFiles(out: string, wanted: ReadonlyMap<string, string>, before: Manifest | undefined): Changes {
  const onDisk = outputReader(out);
  const write: { path: string; text: string; before: string | undefined }[] = [];
  const unchanged: string[] = [];
  const warnings: string[] = [];
  for (const [file, text] of wanted) {
    const disk = onDisk(file);
    if (disk === text) unchanged.push(file);
    else {
      checkOwner(file, disk, before, warnings);
      write.push({ path: file, text, before: disk });
    }
  }
  const remove: string[] = [];
  for (const [file, hash] of Object.entries(before?.files ?? {})) {
    if (wanted.has(file)) continue;
    const disk = onDisk(file);
    if (disk === undefined) continue;
    if (contentHash(disk) === hash) remove.push(file);
    else warnings.push(`${file} is generated no more but was changed by hand: it stays`);
  }
  return { write, unchanged, remove: remove.sort(), warnings };
}

function checkOwner(file: string, disk: string | undefined, before: Manifest | undefined, warnings: string[]): void {
  // The manifest was read as ours, or there was none.
  if (disk === undefined || file === MANIFEST_PATH) return;
  const hash = own(before?.files, file);
  if (hash !== undefined) {
    if (contentHash(disk) !== hash) warnings.push(`${file} was changed by hand and is overwritten`);
    return;
  }
  if (hasHeader(disk)) return;
  throw new UsageError(
    `${file} is in the output folder but not generated: move it away, or choose another folder with --out`,
  );
}

/** Reads files of the output; of a folder that is empty or not there at all, none is looked for. */
export function outputReader(out: string): (file: string) => string | undefined {
  const isEmpty = !existsSync(out) || readdirSync(out).length === 0;
  return isEmpty ? () => undefined : (file) => readIfThere(path.join(out, file));
}

/** A file's text; undefined where there is none. Throws a `UsageError` where something else is in its place. */
export function readIfThere(file: string): string | undefined {
  try {
    // Asking first is cheaper than an error for each file of a first run.
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTDIR' && code !== 'EISDIR') throw error;
    const what = code === 'EISDIR' ? 'is a folder' : 'would be in a folder, and there is a file of its name';
    throw new UsageError(`${file} ${what}: move that away`, { cause: error });
  }
}
