import type { DefinitionModel, RootType, Shape, TypeNode } from './model.js';

/** The type of a resource's objects as any other type. */
export function rootNode(type: RootType): TypeNode {
  return type.type === 'tree' ? { type: 'shape', shape: type.shape } : type;
}

/** The shapes that a type names directly, in order; what those hold is not entered. */
export function shapesIn(type: TypeNode): readonly Shape[] {
  switch (type.type) {
    case 'shape':
      return [type.shape];
    case 'array':
    case 'map':
      return shapesIn(type.of);
    case 'union':
    case 'intersection':
      return type.of.flatMap(shapesIn);
    default:
      return NO_SHAPES;
  }
}

const NO_SHAPES: readonly Shape[] = [];

/** The definitions that a type names, those inside its shapes included. */
export function definitionsIn(type: TypeNode, seen: Set<Shape> = new Set()): string[] {
  switch (type.type) {
    case 'definition':
      return [type.name];
    case 'array':
    case 'map':
      return definitionsIn(type.of, seen);
    case 'union':
    case 'intersection':
      return type.of.flatMap((member) => definitionsIn(member, seen));
    case 'shape': {
      if (seen.has(type.shape)) return [];
      seen.add(type.shape);
      const { properties, index } = type.shape;
      return [...properties.map((property) => property.type), ...(index === undefined ? [] : [index])].flatMap(
        (member) => definitionsIn(member, seen),
      );
    }
    default:
      return [];
  }
}

/** The definitions that these lead to, themselves included. */
export function reachableDefinitions(
  roots: readonly string[],
  definitions: ReadonlyMap<string, DefinitionModel>,
): Set<string> {
  const reached = new Set<string>();
  const queue = [...roots];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    const definition = definitions.get(name);
    if (definition !== undefined) queue.push(...definitionsIn(definition.type));
  }
  return reached;
}
