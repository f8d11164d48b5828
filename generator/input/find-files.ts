import { readdirSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors.js';
import { globToRegExp, isGlob } from './glob.js';

const SUFFIXES: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);
const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git']);

/**
 * The files that paths, folders and globs name, absolute, sorted, each once. Of folders, all YAML and JSON files at any
 * depth; `node_modules` and `.git` are not entered.
 */
export function findFiles(patterns: readonly string[], { cwd, allowEmpty }: FindOptions): string[] {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const files = filesOf(pattern, cwd);
    if (files.length === 0 && !allowEmpty) {
      const what = isGlob(pattern) ? `no file matches ${pattern}` : `there is no YAML or JSON file in ${pattern}`;
      throw new UsageError(`${what}. Nothing was changed; --allow-empty goes on without`);
    }
    for (const file of files) found.add(file);
  }
  return [...found].sort();
}

/** How {@link findFiles} looks. */
export interface FindOptions {
  /** Relative paths start here. */
  readonly cwd: string;
  /** Whether a folder or glob may name no file. */
  readonly allowEmpty: boolean;
}

/** Whether a file is taken from a folder: YAML or JSON, by its name. */
export function isInputFile(file: string): boolean {
  return SUFFIXES.has(path.extname(file));
}

/** A path as messages and reports name it: relative to a folder, with slashes. */
export function displayPath(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

function filesOf(pattern: string, cwd: string): string[] {
  const absolute = path.resolve(cwd, pattern);
  const stats = lookAt(absolute);
  if (stats?.isDirectory() === true) return walk(absolute).filter(isInputFile);
  if (stats !== undefined) return [absolute];
  if (!isGlob(pattern)) throw new UsageError(`${pattern} does not exist`);
  const segments = absolute.split(path.sep);
  const first = segments.findIndex(isGlob);
  const root = segments.slice(0, first).join(path.sep) || path.sep;
  if (lookAt(root)?.isDirectory() !== true) return [];
  const matcher = globToRegExp(segments.join('/'));
  return walk(root).filter((file) => matcher.test(file.split(path.sep).join('/')));
}

/** Every file below a folder. Links to folders are not followed, so that there are no circles. */
function walk(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : walk(file);
    return entry.isFile() || lookAt(file)?.isFile() === true ? [file] : [];
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new UsageError(`a folder of the input cannot be read: ${(error as Error).message}`);
  }
}

/** What a path leads to; undefined where that is nothing: a link may lead nowhere, or to itself. */
function lookAt(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') return undefined;
    throw new UsageError(`an input cannot be read: ${message}`);
  }
}
