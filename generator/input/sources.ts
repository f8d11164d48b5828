import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors.js';
import type { Settings } from '../config/settings.js';
import { findFiles } from './find-files.js';

/** One input, read but not parsed. */
export interface Source {
  /** As messages and the manifest name it: relative to the current folder, with slashes. */
  readonly file: string;
  readonly form: 'crd' | 'openapi';
  readonly bytes: Buffer;
  readonly hash: string;
}

/** Reads every input. Parsing comes later, and only if something changed. */
export async function readSources(settings: Settings): Promise<Source[]> {
  const sources: Source[] = [];
  for (const form of ['openapi', 'crd'] as const) {
    const patterns = settings[form];
    if (patterns.includes('-')) sources.push(source('<stdin>', form, Buffer.from(await settings.stdin())));
    const files = findFiles(
      patterns.filter((pattern) => pattern !== '-'),
      settings.cwd,
    );
    for (const file of files) sources.push(source(displayName(file, settings.cwd), form, readBytes(file)));
  }
  if (settings.cluster !== undefined) {
    const { readCluster } = await import('./cluster.js');
    sources.push(
      ...(await readCluster(settings.cluster)).map(({ file, form, text }) => source(file, form, Buffer.from(text))),
    );
  }
  return sources;
}

function source(file: string, form: Source['form'], bytes: Buffer): Source {
  return { file, form, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`an input cannot be read: ${(error as Error).message}`);
  }
}

function displayName(file: string, cwd: string): string {
  return path.relative(cwd, file).split(path.sep).join('/') || path.basename(file);
}
