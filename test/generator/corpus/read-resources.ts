import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { DATA, filesOf } from './corpus.js';
import type { CorpusSet } from './corpus.js';

/*
 * What an input defines, read in the most direct way, apart from the generator: the test compares both.
 */

interface Crd {
  readonly kind?: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly version?: string;
    readonly versions?: readonly { readonly name: string; readonly served?: boolean }[];
  };
}

interface OpenApi {
  readonly paths: {
    readonly [path: string]: { readonly get?: { readonly 'x-kubernetes-action'?: string } } | undefined;
  };
}

/** `group/version/plural` of every resource that a file of the corpus serves with list and watch. */
export function resourcesIn(file: string): string[] {
  const text = readFileSync(path.join(DATA, file), 'utf8');
  if (file.endsWith('.json')) return openApiResources(JSON.parse(text) as OpenApi);
  // Of Helm templates, what is there when every condition holds.
  const yaml = text.replace(/^.*\{\{.*\n/gm, '');
  return loadAll(yaml).flatMap((document) => crdResources(document as Crd));
}

/** The same of a whole set, without repetitions, sorted; `except`: files that are left out. */
export function resourcesOf(set: CorpusSet, except: (file: string) => boolean): string[] {
  const found = filesOf(set)
    .filter((file) => !except(file))
    .flatMap(resourcesIn);
  return [...new Set(found)].sort();
}

function crdResources({ kind, spec }: Crd): string[] {
  if (kind !== 'CustomResourceDefinition') return [];
  const versions = spec.versions ?? [{ name: spec.version ?? '', served: true }];
  return versions
    .filter(({ served }) => served !== false)
    .map(({ name }) => `${spec.group}/${name}/${spec.names.plural}`);
}

/** A path that lists a whole resource, with a path below `watch/` for the same. */
function openApiResources({ paths }: OpenApi): string[] {
  return Object.entries(paths).flatMap(([url, item]) => {
    if (item?.get?.['x-kubernetes-action'] !== 'list') return [];
    const match = /^\/(?:api|apis\/([^/]+))\/(v[^/]+)\/(?:namespaces\/\{namespace\}\/)?([^/{}]+)\/?$/.exec(url);
    if (match === null) return [];
    const [, group = '', version = '', plural = ''] = match;
    const watch = url.replace(`/${version}/`, `/${version}/watch/`);
    return paths[watch] === undefined ? [] : [`${group}/${version}/${plural}`];
  });
}
