import path from 'node:path';
import { declarationFile, importedFiles, scriptFile } from '../layout/modules.js';
import type { Emit } from '../layout/modules.js';
import { resourcePath } from '../layout/paths.js';
import type { BuiltModel } from '../model/build-model.js';
import { groupResource, resourceKey } from '../names/resource-keys.js';
import { readIfThere } from './compare.js';
import type { Manifest, ManifestResource } from './manifest.js';

/** What an earlier run generated for inputs that are broken now, and that therefore stays. */
export interface PreviousOutput {
  /** They keep their files, and stay in the factory and the indexes. */
  readonly retained: readonly ManifestResource[];
  /**
   * Why nothing at all is written; undefined where there is no reason. Something broken shares its types with what is not,
   * for half of a set of OpenAPI documents would make types that fit nothing; or all that could be read is broken; or what
   * would stay is of the other language.
   */
  readonly blocked: string | undefined;
  /** The files of the retained resources, as they are on disk. */
  texts(out: string): Map<string, string>;
}

/** Finds what has to stay because its input cannot be read now. `nameOf`: what the manifest calls an input. */
export function previousOutput(
  before: Manifest | undefined,
  { model, problems }: Pick<BuiltModel, 'model' | 'problems'>,
  { nameOf, emit }: { readonly nameOf: (file: string) => string; readonly emit: Emit },
): PreviousOutput {
  const current = new Set(model.resources.map(resourceKey));
  const crds = new Set(problems.flatMap(({ crd }) => (crd === undefined ? [] : [crd])));
  const files = new Set(
    problems.flatMap(({ crd, severity, location }) =>
      crd === undefined && isLoss(severity, location) ? [nameOf(location.file)] : [],
    ),
  );
  const lost = (before?.resources ?? []).filter(
    (resource) =>
      !current.has(resourceKey(resource)) && (crds.has(groupResource(resource)) || files.has(resource.source)),
  );
  const retained = lost.filter(({ own }) => own);
  return {
    retained,
    blocked: blockReason({
      isShared: retained.length < lost.length,
      isAllBroken: current.size + retained.length === 0 && problems.length > 0,
      isOtherLanguage: retained.some((resource) => before !== undefined && !isEmittedAs(before, resource, emit)),
    }),
    texts: (out) => filesOf(retained, before, out),
  };
}

interface Obstacles {
  readonly isShared: boolean;
  readonly isAllBroken: boolean;
  readonly isOtherLanguage: boolean;
}

function blockReason({ isShared, isAllBroken, isOtherLanguage }: Obstacles): string | undefined {
  if (isShared) return 'a broken OpenAPI document shares types with the others';
  if (isOtherLanguage) return 'what is broken now was emitted in the other language before';
  return isAllBroken ? 'all of the input is broken' : undefined;
}

/** The modules of these resources and all of ours that those import, as they are on disk. */
function filesOf(
  resources: readonly ManifestResource[],
  before: Manifest | undefined,
  out: string,
): Map<string, string> {
  const texts = new Map<string, string>();
  const queue = resources.map(resourcePath);
  for (let module = queue.pop(); module !== undefined; module = queue.pop()) {
    for (const file of [module, scriptFile(module), declarationFile(module)]) {
      const ours = before !== undefined && Object.hasOwn(before.files, file);
      const text = ours && !texts.has(file) ? readIfThere(path.join(out, file)) : undefined;
      if (text === undefined) continue;
      texts.set(file, text);
      queue.push(...importedFiles(file, text));
    }
  }
  return texts;
}

function isEmittedAs({ files }: Manifest, resource: ManifestResource, emit: Emit): boolean {
  const module = resourcePath(resource);
  return Object.hasOwn(files, emit === 'js' ? scriptFile(module) : module);
}

/** A warning about a value inside a document leaves nothing out; one about a whole file does. */
function isLoss(severity: 'error' | 'warning', location: { readonly pointer?: string }): boolean {
  return severity === 'error' || location.pointer === undefined;
}
