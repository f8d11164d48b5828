import path from 'node:path';
import type { BuiltModel } from '../model/build-model.js';
import { relativeImports } from '../verify/imports.js';
import { resourcePath } from '../plan/resource-file.js';
import { readIfThere } from './compare.js';
import type { Manifest, ManifestResource } from './manifest.js';

/** What an earlier run generated for inputs that are broken now. */
export interface Former {
  /** They keep their files and their place in the factory. */
  readonly resources: readonly ManifestResource[];
  /**
   * True where something broken shares its types with what is not: then nothing at all is written, for half of a set of
   * OpenAPI documents would make types that fit nothing.
   */
  readonly blocked: boolean;
  /** The kept files, as they are on disk. */
  texts(out: string): Map<string, string>;
}

/** Finds what has to stay because its input cannot be read now. `nameOf`: what the manifest calls an input. */
export function keepFormer(
  before: Manifest | undefined,
  { model, problems }: BuiltModel,
  nameOf: (file: string) => string,
): Former {
  const current = new Set(model.resources.map(keyOf));
  const crds = new Set(problems.flatMap(({ crd }) => (crd === undefined ? [] : [crd])));
  const files = new Set(
    problems.flatMap(({ crd, severity, place }) =>
      crd === undefined && isLoss(severity, place) ? [nameOf(place.file)] : [],
    ),
  );
  const lost = (before?.resources ?? []).filter(
    (resource) =>
      !current.has(keyOf(resource)) && (crds.has(`${resource.plural}.${resource.group}`) || files.has(resource.source)),
  );
  const resources = lost.filter(({ own }) => own);
  return {
    resources,
    blocked: resources.length < lost.length,
    texts: (out) => filesOf(resources, before, out),
  };
}

/** The modules of these resources and all of ours that those import, as they are on disk. */
function filesOf(
  resources: readonly ManifestResource[],
  before: Manifest | undefined,
  out: string,
): Map<string, string> {
  const texts = new Map<string, string>();
  const queue = resources.map(resourcePath);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const ours = before !== undefined && Object.hasOwn(before.files, file);
    const text = ours && !texts.has(file) ? readIfThere(path.join(out, file)) : undefined;
    if (text === undefined) continue;
    texts.set(file, text);
    queue.push(...relativeImports(file, text).map((module) => `${module}.ts`));
  }
  return texts;
}

/** A warning about a value inside a document leaves nothing out; one about a whole file does. */
function isLoss(severity: 'error' | 'warning', place: { readonly pointer?: string }): boolean {
  return severity === 'error' || place.pointer === undefined;
}

function keyOf({ group, version, plural }: { group: string; version: string; plural: string }): string {
  return `${group}/${version}/${plural}`;
}
