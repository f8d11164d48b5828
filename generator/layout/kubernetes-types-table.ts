import { knownShapes } from '../model/known-shapes.js';
import { isDistinctive } from '../model/kubernetes-types.js';
import type { KubernetesTypes } from '../model/kubernetes-types.js';
import type { DefinitionModel } from '../model/model.js';
import { WriteViews } from '../model/write-views.js';
import { definitionModule } from './definitions.js';

/** The table of these definitions, by the module that exports them and their name there. */
export function kubernetesTypesOf(definitions: ReadonlyMap<string, DefinitionModel>): KubernetesTypes {
  const modules: Record<string, Record<string, string>> = {};
  const intents: Record<string, Record<string, string>> = {};
  const views = new WriteViews(definitions, knownShapes(definitions, undefined));
  for (const definition of [...definitions.keys()].sort()) {
    const type = definitions.get(definition)?.type;
    if (type?.type !== 'shape' || !isDistinctive(type.shape)) continue;
    const { path, name } = definitionModule(definition);
    const module = path.replace(/\.ts$/, '');
    (modules[module] ??= {})[name] = type.shape.structure;
    const hasIntent = type.shape.rules.atomic !== true && views.definedApply(definition);
    if (hasIntent) (intents[module] ??= {})[name] = views.keysOf(definition).join(' ');
  }
  return { modules, intents };
}
