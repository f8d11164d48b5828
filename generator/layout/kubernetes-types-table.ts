import { isDistinctive } from '../model/kubernetes-types.js';
import type { KubernetesTypes } from '../model/kubernetes-types.js';
import type { DefinitionModel } from '../model/model.js';
import { definitionModule } from './definitions.js';

/** The table of these definitions, by the module that exports them and their name there. */
export function kubernetesTypesOf(definitions: ReadonlyMap<string, DefinitionModel>): KubernetesTypes {
  const modules: Record<string, Record<string, string>> = {};
  for (const definition of [...definitions.keys()].sort()) {
    const type = definitions.get(definition)?.type;
    if (type?.type !== 'shape' || !isDistinctive(type.shape)) continue;
    const { path, name } = definitionModule(definition);
    (modules[path.replace(/\.ts$/, '')] ??= {})[name] = type.shape.structure;
  }
  return { modules };
}
