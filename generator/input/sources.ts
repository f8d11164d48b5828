import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors.js';
import type { ClusterOptions } from './cluster.js';
import { displayPath, findFiles } from './find-files.js';

/** One input, read but not parsed. */
export interface Source {
  /** As messages and the manifest name it: relative to the current folder, with slashes. */
  readonly file: string;
  readonly form: 'crd' | 'openapi';
  readonly bytes: Buffer;
  readonly hash: string;
}

/** What to read, and from where. */
export interface SourceOptions {
  /** Paths, folders, globs, or `-` for standard input. */
  readonly crd: readonly string[];
  readonly openapi: readonly string[];
  readonly cluster: ClusterOptions | undefined;
  /** Relative paths start here. */
  readonly cwd: string;
  /** Whether a folder or glob may name no file. Default false. */
  readonly allowEmpty?: boolean;
  readonly stdin: () => Promise<string | Uint8Array>;
}

/** What was read, and what could not be. */
export interface ReadSources {
  /** The caller's: whoever is done with them may empty the list, for they hold all bytes of all inputs. */
  readonly sources: Source[];
  readonly warnings: readonly string[];
}

/** Reads every input. Parsing comes later, and only if something changed. */
export async function readSources(options: SourceOptions): Promise<ReadSources> {
  const warnings: string[] = [];
  const sources: Source[] = [];
  for (const form of ['openapi', 'crd'] as const) {
    const patterns = options[form];
    if (patterns.includes('-')) sources.push(sourceOf('<stdin>', form, bytesOf(await options.stdin())));
    const files = findFiles(
      patterns.filter((pattern) => pattern !== '-'),
      { cwd: options.cwd, allowEmpty: options.allowEmpty ?? false },
    );
    for (const file of files)
      sources.push(sourceOf(displayPath(options.cwd, file) || path.basename(file), form, readBytes(file)));
  }
  if (options.cluster !== undefined) {
    const { readCluster } = await import('./cluster.js');
    const content = await readCluster(options.cluster);
    sources.push(...content.documents.map(({ file, form, text }) => sourceOf(file, form, Buffer.from(text))));
    warnings.push(...content.warnings);
  }
  return { sources, warnings };
}

/** A source with these bytes, whoever read them. */
export function sourceOf(file: string, form: Source['form'], bytes: Buffer): Source {
  return { file, form, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

function bytesOf(input: string | Uint8Array): Buffer {
  return typeof input === 'string' ? Buffer.from(input) : Buffer.from(input.buffer, input.byteOffset, input.byteLength);
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`an input cannot be read: ${(error as Error).message}`);
  }
}
