import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dump, loadAll } from 'js-yaml';
import { cached, filesIn, hashTexts } from '../lib/cache.js';
import { rootFolder } from '../lib/programs.js';

/** How much YAML the generators get. */
export const corpusBytes = 28_000_000;

/** Changes whenever the same CRDs would be written differently. */
const layout = '4';

/** cdk8s gives up on everything for a property that is called `$schema`. */
const leftOut: ReadonlySet<string> = new Set(['kamelets.camel.apache.org']);

interface Crd {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
  readonly spec?: {
    readonly group?: string;
    readonly versions?: readonly { readonly name?: string }[];
    readonly names?: { readonly plural?: string };
  };
}

export interface Corpus {
  /** A file for each CRD. */
  readonly folder: string;
  /** All of them in one file, for generators that take no folder. */
  readonly file: string;
  /** A folder with ten of them, spread over all. */
  readonly ten: string;
  readonly crds: number;
  readonly bytes: number;
}

/**
 * The CRDs of a folder, one a file: those of apiextensions v1 with sound names, one of each name, no fixtures. Where they are fewer than
 * wanted, all of them again under other groups. Kept in the cache.
 */
export async function prepareCorpus(source: string, wantedBytes: number): Promise<Corpus> {
  const files = filesIn(source).filter((file) => /\.(ya?ml|json)$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const name = `crds-${hashTexts([layout, String(wantedBytes), ...texts])}`;
  const base = await cached(name, async (target) => {
    console.error('Preparing the CRDs.');
    await writeCorpus(uniqueCrds(texts), target, wantedBytes);
  });
  const folder = join(base, 'crds');
  const written = filesIn(folder);
  const sizes = await Promise.all(written.map(async (file) => (await readFile(file)).byteLength));
  return {
    folder,
    file: join(base, 'all.yaml'),
    ten: join(base, 'ten'),
    crds: written.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Where the CRDs are if the command line does not say. */
export function defaultCrds(): string {
  const shared = join(rootFolder, '..', 'shared', 'data', 'crds');
  return existsSync(shared) ? shared : join(rootFolder, 'examples', 'crds');
}

function uniqueCrds(texts: readonly string[]): Crd[] {
  const crds = new Map<string, Crd>();
  for (const text of texts) {
    for (const crd of documents(text)) {
      const crdName = crd?.metadata?.name;
      if (crd !== undefined && crdName !== undefined && isSound(crd) && !crds.has(crdName)) crds.set(crdName, crd);
    }
  }
  const all = [...crds.values()];
  // Test fixtures of other projects, made to be hard: two peers give up on them, and with them on everything.
  const real = all.filter(({ metadata, spec }) => {
    return !/(^|\.)example\.(com|io|org)$/.test(spec?.group ?? '') && !leftOut.has(metadata?.name ?? '');
  });
  return real.length > 0 ? real : all;
}

function documents(text: string): (Crd | undefined)[] {
  try {
    return loadAll(text) as (Crd | undefined)[];
  } catch {
    return []; // A template, or broken: not what is measured here.
  }
}

/** Peers lose everything, or write outside their folder, for one that is not. */
function isSound({ apiVersion, kind, spec }: Crd): boolean {
  const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
  const versions = spec?.versions ?? [];
  return (
    apiVersion === 'apiextensions.k8s.io/v1' &&
    kind === 'CustomResourceDefinition' &&
    (spec?.group ?? '').split('.').every((part) => label.test(part)) &&
    label.test(spec?.names?.plural ?? '') &&
    versions.length > 0 &&
    versions.every((version) => label.test(version.name ?? ''))
  );
}

async function writeCorpus(crds: readonly Crd[], base: string, wantedBytes: number): Promise<void> {
  const texts: string[] = [];
  await mkdir(join(base, 'crds'));
  let bytes = 0;
  for (let copy = 0; bytes < wantedBytes && crds.length > 0; copy++) {
    for (const crd of crds) {
      if (bytes >= wantedBytes) break;
      const text = dump(copy === 0 ? crd : renamed(crd, copy), { noRefs: true, lineWidth: -1 });
      bytes += Buffer.byteLength(text);
      texts.push(text);
      await writeFile(join(base, 'crds', `${copy}-${crd.metadata?.name}.yaml`), text);
    }
  }
  await writeFile(join(base, 'all.yaml'), texts.join('---\n'));
  await mkdir(join(base, 'ten'));
  const step = Math.max(1, Math.floor(texts.length / 10));
  const ten = texts.filter((_, i) => i % step === 0).slice(0, 10);
  for (const [i, text] of ten.entries()) await writeFile(join(base, 'ten', `${i}.yaml`), text);
}

function renamed(crd: Crd, copy: number): Crd {
  const group = `copy${copy}.${crd.spec?.group}`;
  return {
    ...crd,
    metadata: { ...crd.metadata, name: `${crd.spec?.names?.plural}.${group}` },
    spec: { ...crd.spec, group },
  };
}
