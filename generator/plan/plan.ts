import type { KnownShapes } from '../model/known-shapes.js';
import type { Model, ResourceModel } from '../model/model.js';
import type { PlannedFile } from './files.js';
import { planJoins, type JoinEntry } from './index-modules.js';
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

/**
 * Every file of the output, one at a time, in no order that matters. Those that need no types come first: while the types
 * are planned, they can be rendered and parsed.
 */
export function* planFiles({ model, known, kept }: PlanInput, options: PlanOptions): Generator<PlannedFile> {
  const resources = [...model.resources].sort(byName);
  const sorted: Model = { resources, definitions: model.definitions };
  // With the merged layout, the types of a resource are planned for the module that the resource has.
  const merged = new Map<string, ResourceModel>();
  for (const resource of resources) {
    if (options.layout === 'merged' && resource.type.type === 'tree') merged.set(resourcePath(resource), resource);
    else yield planResource(resource, options);
  }
  yield* planJoins([...resources, ...kept].sort(byName), options);
  for (const file of new TypesModules(sorted, known, options).plan(sorted, kept)) {
    const resource = merged.get(file.path);
    yield resource === undefined ? file : planResource(resource, options, file.view);
  }
}

function byName(a: JoinEntry, b: JoinEntry): number {
  const left = `${a.group}\n${a.version}\n${a.plural}`;
  const right = `${b.group}\n${b.version}\n${b.plural}`;
  return left < right ? -1 : left > right ? 1 : 0;
}
