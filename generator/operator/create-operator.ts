import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../errors.js';
import { generate } from '../generate.js';
import { readSources, sourceOf } from '../input/sources.js';
import type { Source } from '../input/sources.js';
import { makeFolder } from '../output/make-folder.js';
import { kindViews } from './kind-view.js';
import { projectFiles } from './project-files.js';
import { readKinds } from './read-kinds.js';
import { sampleCrd } from './sample-crd.js';

/** What operator to begin. */
export interface CreateOperatorOptions {
  /** Of the operator, its package, its namespace and its lease: a DNS label. */
  readonly name: string;
  /** CRDs of the kinds that it reconciles, as for `generate`. Default: a sample of our own. */
  readonly crd?: readonly string[] | undefined;
  /** The folder of the project. Default: the name, in the current folder. */
  readonly out?: string | undefined;
  /** Default: the current folder. */
  readonly cwd?: string | undefined;
  /** What `-` reads. Default: nothing. */
  readonly stdin?: (() => Promise<string | Uint8Array>) | undefined;
}

/** What was written. */
export interface CreatedOperator {
  /** Absolute. */
  readonly folder: string;
  readonly kinds: readonly string[];
  /** Kinds for whose test nobody could make a sample, and why. */
  readonly withoutSample: readonly { readonly kind: string; readonly doubts: readonly string[] }[];
}

/** A label, with room for what Kubernetes appends to the names of pods. */
const NAME = /^[a-z](?:[-a-z0-9]{0,50}[a-z0-9])?$/;

/**
 * Writes a project of an operator: types of its kinds, a reconciler for each, tests, manifests, an image. All of it or nothing:
 * it is made beside its folder and moved there at the end. Throws a {@link UsageError} where the folder has anything in it.
 *
 * @example
 * const { folder } = await createOperator({ name: 'website-operator', crd: ['./crds'] });
 */
export async function createOperator(options: CreateOperatorOptions): Promise<CreatedOperator> {
  const { name, cwd = process.cwd() } = options;
  if (!NAME.test(name))
    throw new UsageError(
      `${JSON.stringify(name)} is no name for an operator: up to 52 of a-z, 0-9 and -, a letter first, no - at the end`,
    );
  const folder = path.resolve(cwd, options.out ?? name);
  refuseToOverwrite(folder);
  const kinds = readKinds(await crdsOf(options, cwd));
  const views = kindViews(kinds, { isSample: options.crd === undefined });
  const files = projectFiles(name, kinds, views);
  makeFolder(path.dirname(folder));
  // Not mkdtemp, whose folders nobody else may read: this one becomes the project's.
  const staged = `${folder}.new-${randomUUID()}`;
  mkdirSync(staged);
  try {
    for (const [file, text] of files) writeBelow(staged, file, text);
    await generateTypes(staged);
    // Onto nothing, or onto a folder that is empty: what came meanwhile makes it fail.
    renameSync(staged, folder);
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    throw error;
  }
  const withoutSample = views
    .filter(({ sample }) => sample === undefined)
    .map(({ kind, doubts }) => ({ kind, doubts }));
  return { folder, kinds: views.map(({ kind }) => kind), withoutSample };
}

function refuseToOverwrite(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new UsageError(`${folder} is there already, and is no folder`);
  if (readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is there already, and is not empty: name another with --out`);
}

async function crdsOf({ name, crd, stdin }: CreateOperatorOptions, cwd: string): Promise<readonly Source[]> {
  if (crd === undefined) return [sourceOf('the sample', 'crd', Buffer.from(sampleCrd(`${name}.example.com`)))];
  const read = { crd, openapi: [], cluster: undefined, cwd, stdin: stdin ?? (() => Promise.resolve('')) };
  return (await readSources(read)).sources;
}

async function generateTypes(project: string): Promise<void> {
  const { problems } = await generate({ cwd: project, crd: './crds', out: './src/generated' });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new UsageError(errors.map(({ message, location }) => `${location.file}: ${message}`).join('\n'));
}

function writeBelow(folder: string, file: string, text: string): void {
  const target = path.join(folder, file);
  makeFolder(path.dirname(target));
  writeFileSync(target, text);
}
