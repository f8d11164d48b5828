import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { UsageError } from '../../errors.js';
import { displayPath, isInputFile } from '../../input/find-files.js';
import { globToRegExp, isGlob } from '../../input/glob.js';

/** A file of a revision. */
export interface GitFile {
  /** `v1.2:crds/widget.yaml`, with the path relative to the current folder. */
  readonly name: string;
  readonly bytes: Buffer;
}

const MAX_BYTES = 1024 ** 3;

/** Whether a text names a revision of the repository around a folder. False where there is no repository, or no git. */
export function isRevision(revision: string, cwd: string): boolean {
  if (revision === '' || revision.startsWith('-')) return false;
  const { status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], { cwd });
  return status === 0;
}

/** The YAML and JSON files that a path, a folder or a glob names in a revision. Paths are relative to `cwd`. */
export function readRevision(revision: string, pattern: string, cwd: string): GitFile[] {
  const shown = `${revision}:${pattern}`;
  const top = git(['rev-parse', '--show-toplevel'], cwd, shown).toString('utf8').trim();
  if (!isRevision(revision, cwd)) throw new UsageError(`${shown}: git knows no revision ${JSON.stringify(revision)}`);
  const prefix = displayPath(top, path.resolve(fromRealPath(cwd), pattern));
  if (prefix.startsWith('..')) throw new UsageError(`${shown}: the path leads out of the repository`);
  const files = treeOf(revision, top, shown).filter(chosenBy(prefix));
  if (files.length === 0) throw new UsageError(`${shown}: the revision has no YAML or JSON file there`);
  const blobs = readBlobs(files, top, shown);
  const here = displayPath(top, fromRealPath(cwd));
  return files.map((file, i) => ({
    name: `${revision}:${path.posix.relative(here, file.path)}`,
    bytes: blobs[i] ?? Buffer.alloc(0),
  }));
}

/** git answers with the path that links lead to, so the current folder must be compared in the same form. */
function fromRealPath(cwd: string): string {
  const prefix = spawnSync('git', ['rev-parse', '--show-prefix'], { cwd });
  const top = spawnSync('git', ['rev-parse', '--show-toplevel'], { cwd });
  return path.join(top.stdout.toString('utf8').trim(), prefix.stdout.toString('utf8').trim());
}

interface TreeEntry {
  readonly path: string;
  readonly id: string;
}

function treeOf(revision: string, top: string, shown: string): TreeEntry[] {
  const listing = git(['ls-tree', '-r', '-z', '--full-tree', revision], top, shown).toString('utf8');
  return listing.split('\0').flatMap((line) => {
    const match = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line);
    return match === null ? [] : [{ id: match[1] ?? '', path: match[2] ?? '' }];
  });
}

function chosenBy(prefix: string): (entry: TreeEntry) => boolean {
  if (prefix === '') return (entry) => isInputFile(entry.path);
  if (isGlob(prefix)) {
    const matcher = globToRegExp(prefix);
    return (entry) => matcher.test(entry.path);
  }
  return (entry) => entry.path === prefix || (entry.path.startsWith(`${prefix}/`) && isInputFile(entry.path));
}

/** All blobs by one process. Each comes as a line with its size, its bytes, and a line end. */
function readBlobs(entries: readonly TreeEntry[], top: string, shown: string): Buffer[] {
  const input = entries.map(({ id }) => `${id}\n`).join('');
  const output = git(['cat-file', '--batch'], top, shown, input);
  let at = 0;
  return entries.map(() => {
    const end = output.indexOf('\n', at);
    const size = Number(output.subarray(at, end).toString('utf8').split(' ')[2]);
    if (!Number.isSafeInteger(size)) throw new UsageError(`${shown}: git does not have all of its content here`);
    at = end + 1 + size + 1;
    return output.subarray(end + 1, end + 1 + size);
  });
}

function git(args: readonly string[], cwd: string, shown: string, input?: string): Buffer {
  const result = spawnSync('git', [...args], { cwd, maxBuffer: MAX_BYTES, ...(input !== undefined && { input }) });
  if (result.error !== undefined) throw new UsageError(`${shown}: git cannot be run: ${result.error.message}`);
  if (result.status !== 0) {
    const reason = result.stderr.toString('utf8').trim().split('\n')[0] ?? '';
    throw new UsageError(`${shown}: git says: ${reason}`);
  }
  return result.stdout;
}
