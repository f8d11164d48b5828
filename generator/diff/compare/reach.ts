import type { Model, TypeNode } from '../../model/model.js';
import { rootNode } from '../../model/walk.js';
import type { Affected } from './change.js';
import { kindRef } from './replacements.js';
import { typePath } from './type-path.js';
import type { Step } from './type-path.js';

/** A kind that leads to a definition, with the steps from its root. */
export interface Reach extends Affected {
  readonly steps: readonly Step[];
}

/** For each definition the kinds that lead to it, each by its shortest way. */
export function reachOf(model: Model): ReadonlyMap<string, readonly Reach[]> {
  const reach = new Map<string, Reach[]>();
  const edges = new Map<string, readonly Edge[]>();
  for (const [name, { type }] of model.definitions) edges.set(name, edgesIn(type, []));
  for (const resource of model.resources) {
    const seen = new Set<string>();
    let wave: Edge[] = edgesIn(rootNode(resource.type), []);
    while (wave.length > 0) {
      const next: Edge[] = [];
      for (const { name, steps } of wave) {
        if (seen.has(name)) continue;
        seen.add(name);
        const found = reach.get(name) ?? [];
        found.push({ ...kindRef(resource), path: typePath(resource.kind, steps), steps });
        reach.set(name, found);
        for (const edge of edges.get(name) ?? []) next.push({ name: edge.name, steps: [...steps, ...edge.steps] });
      }
      wave = next;
    }
  }
  return reach;
}

interface Edge {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The definitions that a type names, with the way to each. */
function edgesIn(type: TypeNode, steps: readonly Step[]): Edge[] {
  switch (type.type) {
    case 'definition':
      return [{ name: type.name, steps }];
    case 'array':
      return edgesIn(type.of, [...steps, '[]']);
    case 'map':
      return edgesIn(type.of, [...steps, '{}']);
    case 'union':
    case 'intersection':
      return type.of.flatMap((member) => edgesIn(member, steps));
    case 'shape':
      return type.shape.properties.flatMap(({ name, type: inner }) => edgesIn(inner, [...steps, { property: name }]));
    default:
      return [];
  }
}
