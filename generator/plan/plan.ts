import type { KnownShapes } from '../model/known-shapes.js';
import { informerPath } from '../layout/paths.js';
import type { Model, ResourceEntry, ResourceModel } from '../model/model.js';
import type { ResourceName } from '../names/resource-keys.js';
import type { PlannedFile } from './files.js';
import { planIndexModules } from './index-modules.js';
import type { PlanOptions } from './options.js';
import { planReadme } from './readme-file.js';
import { planInformer, planResource } from './resource-file.js';
import { TypesModules } from './types-modules.js';

/** What a plan is made of. */
export interface PlanInput {
  readonly model: Model;
  readonly known: KnownShapes;
  /** Resources of an earlier run whose files stay as they are: they stay in the factory and the indexes. */
  readonly retained: readonly ResourceEntry[];
}

/**
 * Every file of the output, one at a time, in no order that matters. Those that need no types come first: while the types
 * are planned, they can be rendered and parsed.
 */
export function* planFiles({ model, known, retained }: PlanInput, options: PlanOptions): Generator<PlannedFile> {
  const resources = [...model.resources].sort(byName);
  const sorted: Model = { resources, definitions: model.definitions };
  // With the merged layout, the types of a resource are planned for the module that its informer has.
  const merged = new Map<string, ResourceModel>();
  for (const resource of resources) {
    yield planResource(resource, options);
    if (options.layout === 'merged' && resource.type.type === 'tree') merged.set(informerPath(resource), resource);
    else yield planInformer(resource, options);
  }
  const entries = [...resources, ...retained].sort(byName);
  yield* planIndexModules(entries, options);
  if (options.readme !== undefined) yield planReadme(entries, options.readme, options);
  for (const file of new TypesModules(sorted, known, options).plan(sorted, retained)) {
    const resource = merged.get(file.path);
    yield resource === undefined ? file : planInformer(resource, options, file.view);
  }
}

/** By group, then by version, then by plural. */
function byName(a: ResourceName, b: ResourceName): number {
  const left = `${a.group}\n${a.version}\n${a.plural}`;
  const right = `${b.group}\n${b.version}\n${b.plural}`;
  return left < right ? -1 : left > right ? 1 : 0;
}
