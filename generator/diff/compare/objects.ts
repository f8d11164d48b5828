import { runtimeShape } from '../../model/runtime-shapes.js';
import type { DefinitionModel, Property, TypeNode } from '../../model/model.js';

/** An object type in one form: either a map, or properties with perhaps more beside them. */
export interface ObjectParts {
  readonly properties: ReadonlyMap<string, Property>;
  /** Whether objects may have fields that are not listed. */
  readonly open: boolean;
  /** The type of the values, of a map. An object that lists nothing is no map: it is open or empty. */
  readonly map: TypeNode | undefined;
  /** The runtime's types that it is made of, sorted and joined. */
  readonly runtimeTypes: string;
}

/** The parts of object types taken together. */
export function objectOf(types: readonly TypeNode[], definitions: ReadonlyMap<string, DefinitionModel>): ObjectParts {
  const properties = new Map<string, Property>();
  const runtimeTypes = new Set<string>();
  let open = false;
  let map: TypeNode | undefined;
  const visit = (type: TypeNode): void => {
    switch (type.type) {
      case 'shape':
        for (const property of type.shape.properties) properties.set(property.name, property);
        open ||= type.shape.index !== undefined;
        return;
      case 'map':
        if (type.of.type === 'primitive' && type.of.name === 'unknown') open = true;
        else if (!(type.of.type === 'primitive' && type.of.name === 'never')) map = type.of;
        return;
      case 'runtime': {
        const shape = runtimeShape(type.name);
        if (shape === undefined) runtimeTypes.add(type.name);
        else visit({ type: 'shape', shape });
        return;
      }
      case 'definition': {
        const target = definitions.get(type.name)?.type;
        if (target !== undefined) visit(target);
        return;
      }
      case 'intersection':
      case 'union':
        for (const member of type.of) visit(member);
        return;
      default:
    }
  };
  for (const type of types) visit(type);
  return {
    properties,
    open,
    map: properties.size === 0 ? map : undefined,
    runtimeTypes: [...runtimeTypes].sort().join(' & '),
  };
}
