import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { resolveSourceOptions } from '../../config/settings.js';
import { UsageError } from '../../errors.js';
import type { ClusterOptions } from '../../input/cluster.js';
import { readSources, sourceOf } from '../../input/sources.js';
import { MANIFEST_PATH } from '../../layout/paths.js';
import { readManifest } from '../../output/manifest.js';
import { isRevision, readRevision } from './git.js';
import type { FoundOutput } from './read-output.js';
import type { FoundSources } from './side.js';

/** What an input of a comparison turned out to be. */
export type FoundInput = ({ readonly type: 'sources' } & FoundSources) | ({ readonly type: 'output' } & FoundOutput);

/** How inputs are found. */
export interface InputOptions {
  /** Relative paths start here. */
  readonly cwd: string;
  /** For `cluster`. Default: what `KUBECONFIG` or `~/.kube/config` say. */
  readonly kubeconfig?: string | undefined;
  readonly stdin?: (() => Promise<string | Uint8Array>) | undefined;
}

/**
 * Finds out what the user means and reads it:
 *
 * - `cluster`, `cluster:<context>`: what a live API server serves;
 * - `git:<revision>:<path>`, `<revision>:<path>`: files, folders or globs of a git revision;
 * - a folder with a manifest, or the manifest: what the output there was generated from, if that is at hand, else the
 *   generated types;
 * - anything else: CRDs and OpenAPI documents, as files, folders, globs, or `-` for standard input.
 */
export async function findInput(input: string, options: InputOptions): Promise<FoundInput> {
  const { cwd } = options;
  const cluster = /^cluster(?::(.*))?$/s.exec(input);
  if (cluster !== null && !exists(input, cwd)) {
    return read({ cluster: { kubeconfig: options.kubeconfig, context: cluster[1] || undefined } }, options);
  }
  if (input.startsWith('git:')) return fromGit(input.slice('git:'.length), cwd);
  if (!exists(input, cwd)) {
    const colon = input.indexOf(':');
    if (colon > 1 && isRevision(input.slice(0, colon), cwd)) return fromGit(input, cwd);
    if (colon > 1 && /^[\w./@^~-]+$/.test(input.slice(0, colon))) {
      throw new UsageError(`${input} is neither a file nor a path in a git revision that is known here`);
    }
  }
  const folder = manifestFolder(path.resolve(cwd, input));
  return folder === undefined ? read({ crd: [input] }, options) : fromManifest(folder, input, options);
}

/** `HEAD:../../crds` must not be shortened to `crds`, as resolving it would. */
function exists(input: string, cwd: string): boolean {
  return existsSync(path.isAbsolute(input) ? input : `${cwd}${path.sep}${input}`);
}

async function read(
  from: { readonly crd?: readonly string[]; readonly openapi?: readonly string[]; readonly cluster?: ClusterOptions },
  { cwd, stdin }: InputOptions,
): Promise<FoundInput> {
  const { sources, warnings } = await readSources(resolveSourceOptions({ ...from, cwd, stdin }));
  return { type: 'sources', sources, notes: warnings, isLive: from.cluster !== undefined };
}

function fromGit(input: string, cwd: string): FoundInput {
  const colon = input.indexOf(':');
  if (colon < 1) throw new UsageError(`git:${input} must name a revision and a path: git:<revision>:<path>`);
  const files = readRevision(input.slice(0, colon), input.slice(colon + 1) || '.', cwd);
  const sources = files.map(({ name, bytes }) => sourceOf(name, 'crd', bytes));
  return { type: 'sources', sources, notes: [], isLive: false };
}

/** The folder of the manifest that a path names, itself or by its folder. */
function manifestFolder(absolute: string): string | undefined {
  if (path.basename(absolute) === MANIFEST_PATH) return path.dirname(absolute);
  const isFolder = statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder && existsSync(path.join(absolute, MANIFEST_PATH)) ? absolute : undefined;
}

/** A manifest names inputs, not types: those inputs are read again where they are files that are there. */
async function fromManifest(folder: string, shown: string, options: InputOptions): Promise<FoundInput> {
  const manifest = readManifest(folder);
  if (manifest === undefined) throw new UsageError(`${shown} has no ${MANIFEST_PATH}`);
  const named = manifest.inputs.map((input) => {
    const [, form = '', pattern = ''] = /^(\S+) ?(.*)$/s.exec(input) ?? [];
    return { form, pattern: path.resolve(folder, pattern), isFile: form !== 'cluster' && pattern !== '-' };
  });
  const lost = named.filter(({ isFile, pattern }) => !isFile || !isThere(pattern));
  if (lost.length > 0) {
    const note = `${shown}: what it was generated from (${manifest.inputs.join(', ')}) is not at hand, so the generated types are compared; they have no defaults, formats and limits`;
    return { type: 'output', folder, manifest, notes: [note] };
  }
  const pick = (form: string): string[] => named.filter((input) => input.form === form).map(({ pattern }) => pattern);
  const found = await read({ crd: pick('crd'), openapi: pick('openapi') }, options);
  return { ...found, notes: [`${shown}: compared by what its manifest says it was generated from`] };
}

function isThere(pattern: string): boolean {
  const glob = pattern.search(/[*?{]/);
  return existsSync(glob === -1 ? pattern : path.dirname(pattern.slice(0, glob + 1)));
}
