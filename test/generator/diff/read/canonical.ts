import { definitionAt, definitionModule } from '../../../../generator/layout/definitions.js';
import type { KnownShapes } from '../../../../generator/model/known-shapes.js';
import type { Model, ResourceModel, TypeNode } from '../../../../generator/model/model.js';
import { rootNode } from '../../../../generator/model/walk.js';

/** A model with all that an output says, in a form in which equal ones are equal. */
export interface CanonicalModel {
  readonly resources: readonly unknown[];
  /** By name. */
  readonly definitions: ReadonlyMap<string, unknown>;
}

/** The canonical form of a model. `known`: the shapes that its output names instead of spelling them out. */
export function canonicalModel(model: Model, known: KnownShapes): CanonicalModel {
  const naming = (inDefinition: boolean): Naming => ({
    definition: ({ name }) => ['definition', nameInOutput(name)],
    shape: ({ shape }) => {
      const runtime = known.runtime(shape);
      if (runtime !== undefined) return ['runtime', runtime];
      // A definition spells out what it does not refer to.
      if (inDefinition) return undefined;
      const definition = known.definition(shape);
      if (definition !== undefined) return ['definition', nameInOutput(definition)];
      return known.external(shape, '') === undefined ? undefined : ['external', shape.structure];
    },
  });
  return {
    resources: canonicalResources(model, new CanonicalTypes(naming(false))),
    definitions: new Map(
      Array.from(model.definitions, ([name, { type }]) => [
        nameInOutput(name),
        new CanonicalTypes(naming(true)).of(type),
      ]),
    ),
  };
}

/**
 * The same of a model that was read back, in which everything is named as in the output. `definitions`: the names of
 * real ones; what else comes back as one is an object that a definition spells out.
 */
export function canonicalOutput(model: Model, definitions: ReadonlySet<string>): CanonicalModel {
  const types: CanonicalTypes = new CanonicalTypes({
    definition: ({ name }) => {
      if (definitions.has(name)) return ['definition', name];
      const target = model.definitions.get(name)?.type;
      return target === undefined ? ['missing', name] : types.of(target);
    },
    shape: () => undefined,
  });
  const real = [...model.definitions].filter(([name]) => definitions.has(name));
  return {
    resources: canonicalResources(model, types),
    definitions: new Map(real.map(([name, { type }]) => [name, types.of(type)])),
  };
}

function canonicalResources({ resources }: Model, types: CanonicalTypes): unknown[] {
  return resources
    .map((resource) => canonicalResource(resource, types))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Everything but documentation and where it came from. */
function canonicalResource(
  { doc: _doc, source: _source, type, ...facts }: ResourceModel,
  types: CanonicalTypes,
): unknown {
  const sorted = Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
  return [...sorted, ['type', types.of(rootNode(type))]];
}

function nameInOutput(definition: string): string {
  return definitionAt(definitionModule(definition));
}

type NodeOf<K extends TypeNode['type']> = Extract<TypeNode, { readonly type: K }>;

/** What an output calls a definition, or a shape that it does not spell out. */
interface Naming {
  definition(type: NodeOf<'definition'>): unknown;
  shape(type: NodeOf<'shape'>): unknown;
}

class CanonicalTypes {
  readonly #naming: Naming;

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  of(type: TypeNode): unknown {
    switch (type.type) {
      case 'primitive':
        return type.name;
      case 'literals':
      case 'union':
        return this.#union(type);
      case 'array':
      case 'map':
        return [type.type, this.of(type.of)];
      case 'runtime':
        return ['runtime', type.name];
      case 'external':
        return ['external', type.structure];
      case 'definition':
        return this.#naming.definition(type);
      case 'intersection':
        return ['intersection', ...type.of.map((member) => this.of(member))];
      case 'shape':
        return this.#naming.shape(type) ?? this.#object(type);
    }
  }

  #object({ shape }: NodeOf<'shape'>): unknown {
    const properties = shape.properties.map(({ name, optional, type }) => [name, optional, this.of(type)]);
    return ['object', properties, shape.index === undefined ? null : this.of(shape.index)];
  }

  /** Members and values, each once, in whatever nesting they came. */
  #union(whole: TypeNode): unknown {
    const values = new Set<string>();
    const members = new Set<string>();
    let open = false;
    const visit = (type: TypeNode): void => {
      if (type.type === 'union') type.of.forEach(visit);
      else if (type.type === 'literals') {
        open ||= type.open;
        for (const value of type.values) (value === null ? members : values).add(JSON.stringify(value ?? 'null'));
      } else members.add(JSON.stringify(this.of(type)));
    };
    visit(whole);
    const [only] = members;
    if (values.size === 0 && members.size === 1 && only !== undefined) return JSON.parse(only);
    return ['union', open, [...values].sort(), [...members].sort()];
  }
}
