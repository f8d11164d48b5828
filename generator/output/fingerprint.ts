import { createHash } from 'node:crypto';
import path from 'node:path';
import { displayPath } from '../input/find-files.js';
import type { Source } from '../input/sources.js';
import { generatorVersion } from '../package-files.js';
import { readIfThere } from './compare.js';
import { contentHash } from './manifest.js';
import type { Manifest } from './manifest.js';

/** What the user asked to read, and what the names of that are relative to. */
export interface InputChoices {
  readonly crd: readonly string[];
  readonly openapi: readonly string[];
  readonly cluster: { readonly context?: string | undefined } | undefined;
  /** Relative paths start here. */
  readonly cwd: string;
  /** The output folder, absolute. */
  readonly out: string;
}

/** Everything that the output depends on. */
export interface FingerprintInput {
  readonly sources: readonly Source[];
  readonly inputs: InputChoices;
  /** The user's choices that change the output, always in the same order. */
  readonly choices: Readonly<Record<string, unknown>>;
  /** Of the user's own files in the output folder. */
  readonly expansions: string;
}

/** Equal for runs that give the same output. */
export function fingerprintOf({ sources, inputs, choices, expansions }: FingerprintInput): string {
  const content = {
    generator: generatorVersion(),
    choices,
    inputs: inputNames(inputs),
    sources: sources.map((source) => [relativeTo(inputs, source.file), source.form, source.hash()]),
    expansions,
  };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

/** What the user asked to read, in a form that is the same wherever the command is given. */
export function inputNames(inputs: InputChoices): string[] {
  const names = [
    ...inputs.crd.map((pattern) => `crd ${relativeTo(inputs, pattern)}`),
    ...inputs.openapi.map((pattern) => `openapi ${relativeTo(inputs, pattern)}`),
    ...(inputs.cluster === undefined ? [] : [`cluster ${inputs.cluster.context ?? ''}`.trim()]),
  ];
  return [...new Set(names)].sort();
}

/** A path relative to the output folder, with slashes; `-` and addresses of clusters as they are. */
export function relativeTo({ out, cwd }: Pick<InputChoices, 'out' | 'cwd'>, file: string): string {
  if (file === '-' || file.startsWith('<') || file.includes('://')) return file;
  return displayPath(out, path.resolve(cwd, file));
}

/** Whether the output on disk is what a run with this fingerprint would write. Reads it all: a hand-made change shows. */
export function isUpToDate(out: string, manifest: Manifest | undefined, fingerprint: string): boolean {
  if (manifest === undefined || manifest.fingerprint !== fingerprint) return false;
  return Object.entries(manifest.files).every(([file, hash]) => {
    const text = readIfThere(path.join(out, file));
    return text !== undefined && contentHash(text) === hash;
  });
}
