import type { KnownShapes } from '../model/known-shapes.js';
import type { Model } from '../model/model.js';
import type { PlannedFile } from './files.js';
import { planJoins, type JoinEntry } from './joins.js';
import type { PlanOptions } from './options.js';
import { planResource, resourcePath } from './resource-file.js';
import { TypesModules } from './types-modules.js';

/** What a plan is made of. */
export interface PlanInput {
  readonly model: Model;
  readonly known: KnownShapes;
  /** Resources of an earlier run whose files stay as they are: they keep their place in factory and indexes. */
  readonly kept: readonly JoinEntry[];
}

/** Every file of the output, sorted by path. */
export function planFiles({ model, known, kept }: PlanInput, options: PlanOptions): PlannedFile[] {
  const resources = [...model.resources].sort(byName);
  const sorted: Model = { resources, definitions: model.definitions };
  const modules = new Set(resources.map(resourcePath));
  const types = new TypesModules(sorted, known, options).plan(sorted, kept);
  // With the merged layout, the types of a resource are planned for the module that the resource has.
  const merged = new Map(
    types.flatMap(({ path, template, view }) => (template === 'types' && modules.has(path) ? [[path, view]] : [])),
  );
  const files = [
    ...types.filter(({ path }) => !modules.has(path)),
    ...resources.map((resource) => planResource(resource, options, merged.get(resourcePath(resource)))),
    ...planJoins([...resources, ...kept].sort(byName), options),
  ];
  return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function byName(a: JoinEntry, b: JoinEntry): number {
  const left = `${a.group}\n${a.version}\n${a.plural}`;
  const right = `${b.group}\n${b.version}\n${b.plural}`;
  return left < right ? -1 : left > right ? 1 : 0;
}
