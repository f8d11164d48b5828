import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors.js';
import { MANIFEST_PATH } from '../layout/paths.js';
import type { ResourceEntry } from '../model/model.js';
import { HASH_LENGTH, parseManifest } from './manifest-text.js';

/** A resource as an earlier run generated it. */
export interface ManifestResource extends ResourceEntry {
  /** The input it came from. */
  readonly source: string;
  /** Whether its types belong to no other resource, so that its files can outlive the others'. */
  readonly own: boolean;
}

/** What a run wrote, so that the next one knows what is its own. */
export interface Manifest {
  readonly generator: string;
  /** Of everything that the output depends on. */
  readonly fingerprint: string;
  /** What the user asked to read, relative to the output folder. */
  readonly inputs: readonly string[];
  /** The command that makes the output again, to be given in the output folder; undefined where no command can. */
  readonly command?: string | undefined;
  readonly resources: readonly ManifestResource[];
  /** Hashes by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** The manifest of the last run; undefined where there was none. */
export function readManifest(out: string): Manifest | undefined {
  const file = path.join(out, MANIFEST_PATH);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`the manifest cannot be read: ${(error as Error).message}`);
  }
  try {
    const manifest = parseManifest(text);
    for (const each of Object.keys(manifest.files)) assertInside(each);
    return manifest;
  } catch (error) {
    const reason = (error as Error).message;
    throw new UsageError(`${file} is damaged (${reason}); restore it, or remove the output folder and generate again`);
  }
}

/** Nearly all paths: names with no dot before them, and slashes between. */
const PLAIN_PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Throws for a path that would leave the output folder, whoever made it. */
export function assertInside(file: string): void {
  if (PLAIN_PATH.test(file)) return;
  const odd =
    file === '' || path.isAbsolute(file) || path.win32.isAbsolute(file) || file.includes('\\') || file.includes('\0');
  if (odd || path.posix.normalize(file) !== file || file.split('/').includes('..')) {
    throw new Error(`the path ${JSON.stringify(file)} leads out of the output folder`);
  }
}

/** The hash that a manifest keeps of a file. */
export function contentHash(content: string | Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, HASH_LENGTH);
}
