import type { KnownShapes } from '../model/known-shapes.js';
import { definitionModule } from '../layout/definitions.js';
import { resourcePath } from '../layout/paths.js';
import type { Model, ResourceEntry } from '../model/model.js';
import type { ResourceName } from '../names/resource-keys.js';
import type { PlannedFile, TypesView } from './files.js';
import { planIndexModules } from './index-modules.js';
import type { PlanOptions } from './options.js';
import { planReadme } from './readme-file.js';
import { planResource } from './resource-file.js';
import { TypesModules } from './types-modules.js';
import { declaredKinds } from './version-kinds.js';

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
  // Where types are planned for the module of a resource: what makes that module of them.
  const within = new Map<string, (view: TypesView) => PlannedFile>();
  const types = options.layout === 'merged';
  for (const resource of resources) {
    if (resource.type.type !== 'tree') yield planResource(resource, options);
    else within.set(resourcePath(resource), (view) => planResource(resource, options, { view, types }));
  }
  const entries = [...resources, ...retained].sort(byName);
  const kinds = declaredKinds({ model: sorted, retained }, options);
  const definitions = new Set([...model.definitions.keys()].map((name) => definitionModule(name).path));
  yield* planIndexModules({ entries, kinds, definitions }, options);
  if (options.readme !== undefined) yield planReadme(entries, options.readme, options);
  for (const file of new TypesModules(sorted, known, options).plan(sorted, retained)) {
    yield within.get(file.path)?.(file.view) ?? file;
  }
}

/** By group, then by version, then by plural. */
function byName(a: ResourceName, b: ResourceName): number {
  const left = `${a.group}\n${a.version}\n${a.plural}`;
  const right = `${b.group}\n${b.version}\n${b.plural}`;
  return left < right ? -1 : left > right ? 1 : 0;
}
