import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Settings } from '../config/settings.js';
import type { Source } from '../input/sources.js';
import type { Expansions } from './expansions.js';
import { generatorVersion } from '../package-files.js';
import { readIfThere } from './compare.js';
import { contentHash, type Manifest } from './manifest.js';

/** Everything that the output depends on. */
export interface FingerprintInput {
  readonly sources: readonly Source[];
  readonly settings: Settings;
  readonly expansions: Expansions;
}

/** Equal for runs that give the same output. */
export function fingerprintOf({ sources, settings, expansions }: FingerprintInput): string {
  const { include, exclude, versions, docs, enums, importExtension, runtimeModule, banner, names } = settings;
  const { kubernetesTypes, layout } = settings;
  const choices = {
    include,
    exclude,
    versions,
    docs,
    enums,
    importExtension,
    runtimeModule,
    banner,
    names,
    kubernetesTypes,
    layout,
  };
  const content = {
    generator: generatorVersion(),
    choices,
    inputs: inputNames(settings),
    sources: sources.map(({ file, form, hash }) => [relativeTo(settings, file), form, hash]),
    expansions: expansions.fingerprint,
  };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

/** What the user asked to read, in a form that is the same wherever the command is given. */
export function inputNames(settings: Settings): string[] {
  const names = [
    ...settings.crd.map((pattern) => `crd ${relativeTo(settings, pattern)}`),
    ...settings.openapi.map((pattern) => `openapi ${relativeTo(settings, pattern)}`),
    ...(settings.cluster === undefined ? [] : [`cluster ${settings.cluster.context ?? ''}`.trim()]),
  ];
  return [...new Set(names)].sort();
}

/** A path relative to the output folder, with slashes; `-` and addresses of clusters as they are. */
export function relativeTo(settings: Settings, file: string): string {
  if (file === '-' || file.startsWith('<') || file.includes('://')) return file;
  return path.relative(settings.out, path.resolve(settings.cwd, file)).split(path.sep).join('/');
}

/** Whether the output on disk is what a run with this fingerprint would write. Reads it all: a hand-made change shows. */
export function isUpToDate(out: string, manifest: Manifest | undefined, fingerprint: string): boolean {
  if (manifest === undefined || manifest.fingerprint !== fingerprint) return false;
  return Object.entries(manifest.files).every(([file, hash]) => {
    const text = readIfThere(path.join(out, file));
    return text !== undefined && contentHash(text) === hash;
  });
}
