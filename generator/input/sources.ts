import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors.js';
import type { ClusterOptions } from './cluster.js';
import { displayPath, findFiles } from './find-files.js';

/** One input, not parsed. */
export interface Source {
  /** As messages and the manifest name it: relative to the current folder, with slashes. */
  readonly file: string;
  readonly form: 'crd' | 'openapi';
  /** Its bytes. Those of a file are read anew each time, so that the inputs of a run are never all in memory. */
  read(): Buffer;
  /** Of the bytes that were read last, so that it tells what was parsed. */
  hash(): string;
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
  /** The caller's: whoever is done with them may empty the list, for what is no file is in memory with all its bytes. */
  readonly sources: Source[];
  readonly warnings: readonly string[];
}

/** Finds every input. What is no file is read at once; parsing comes later, and only if something changed. */
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
      sources.push(sourceOfFile(displayPath(options.cwd, file) || path.basename(file), form, file));
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
  return new ReadSource(file, form, () => bytes);
}

/** Of what gives its bytes only once, as the output of a command does that a shell passes by a path, they are kept. */
function sourceOfFile(name: string, form: Source['form'], file: string): Source {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) {
    return new ReadSource(name, form, () => readBytes(file));
  }
  return sourceOf(name, form, readBytes(file));
}

class ReadSource implements Source {
  readonly file: string;
  readonly form: Source['form'];
  readonly #bytes: () => Buffer;
  #hash: string | undefined;

  constructor(file: string, form: Source['form'], bytes: () => Buffer) {
    this.file = file;
    this.form = form;
    this.#bytes = bytes;
  }

  read(): Buffer {
    const bytes = this.#bytes();
    this.#hash = hash('sha256', bytes);
    return bytes;
  }

  hash(): string {
    if (this.#hash === undefined) this.read();
    return this.#hash ?? '';
  }
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
