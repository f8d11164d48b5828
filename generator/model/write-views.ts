import type { KnownShapes } from './known-shapes.js';
import type { DefinitionModel, Property, Shape, TypeNode } from './model.js';
import { shapesIn } from './walk.js';

/**
 * How a part of an object is written: `input`, as create and replace send it; `apply`, as an intent; `whole`, as an intent
 * has to give what the server does not merge.
 */
export type View = 'input' | 'apply' | 'whole';

/** How what is sent differs from what is read. */
export interface InputDifference {
  /** Some field may be left out, because the server fills it in. */
  readonly defaults: boolean;
  /** Only some combinations of fields are valid. */
  readonly choices: boolean;
}

const NONE: InputDifference = { defaults: false, choices: false };

/**
 * Knows which parts of objects are written otherwise than they are read. What is read and written alike has no type of its
 * own for writing.
 */
export class WriteViews {
  readonly #definitions: ReadonlyMap<string, DefinitionModel>;
  readonly #known: KnownShapes;
  readonly #inputs = new Map<Shape, InputDifference>();
  /** Whether some property of the shape differs in an intent, whatever its keys are. */
  readonly #deepApplies = new Map<Shape, boolean>();
  readonly #definedInputs = new Map<string, InputDifference>();
  readonly #keys: ReadonlyMap<string, readonly string[]>;

  constructor(definitions: ReadonlyMap<string, DefinitionModel>, known: KnownShapes) {
    this.#definitions = definitions;
    this.#known = known;
    this.#keys = definitionKeys(definitions);
    this.#settle();
  }

  /** How a shape as it is sent differs from one that is read. */
  input(shape: Shape): InputDifference {
    const elsewhere = this.#elsewhere(shape);
    if (elsewhere !== undefined) return elsewhere === '' ? NONE : this.definedInput(elsewhere);
    const known = this.#inputs.get(shape) ?? this.#ownInput(shape);
    this.#inputs.set(shape, known);
    return known;
  }

  /** The same for a named definition. */
  definedInput(name: string): InputDifference {
    return this.#definedInputs.get(name) ?? NONE;
  }

  /** Whether a shape in an intent, as an element that is found by `keys` or (without any) by itself, differs from one that is read. */
  apply(shape: Shape, keys: readonly string[] = []): boolean {
    const definition = this.#known.definition(shape);
    if (this.#known.runtime(shape) !== undefined) return keys.length > 0;
    if (definition !== undefined) return this.definedApply(definition, keys);
    const external = this.#known.external(shape, '');
    if (external !== undefined) return external.apply !== undefined;
    return this.#ownApply(shape, keys, false);
  }

  /** The same for a named definition. */
  definedApply(name: string, keys: readonly string[] = this.keysOf(name)): boolean {
    const shape = this.shapeOf(name);
    return shape !== undefined && this.#ownApply(shape, keys, true);
  }

  /** The keys that a definition's intent has: those of the lists that hold it, where all agree and nothing else holds it. */
  keysOf(definition: string): readonly string[] {
    return this.#keys.get(definition) ?? [];
  }

  /** Whether a property is written otherwise than it is read. `inDefinition`: of a named definition's shape. */
  propertyDiffers({ type }: Property, view: View, inDefinition: boolean): boolean {
    return shapesIn(type).length <= 1 && this.#differs(type, view, inDefinition);
  }

  #differs(type: TypeNode, view: View, inDefinition: boolean): boolean {
    switch (type.type) {
      case 'array':
        if (view !== 'apply') return this.#differs(type.of, view, inDefinition);
        if (type.keys === undefined) return this.#differs(type.of, 'whole', inDefinition);
        return this.#keyedDiffers(type.of, type.keys, inDefinition);
      case 'map':
        return this.#differs(type.of, view, inDefinition);
      case 'union':
        if (view === 'apply' && inDefinition && type.of.some(isNull)) return true;
        return type.of.some((member) => this.#differs(member, view, inDefinition));
      case 'intersection':
        return type.of.some((member) => this.#differs(member, view, inDefinition));
      case 'shape':
        if (inDefinition) return this.#inlineDiffers(type.shape, view);
        return view === 'apply' ? this.apply(type.shape) : isDifferent(this.input(type.shape), view);
      case 'definition':
        if (view === 'apply') return this.definedApply(type.name);
        return isDifferent(this.definedInput(type.name), view);
      default:
        return false;
    }
  }

  /** What a definition spells out is declared beside it, even if it equals another definition. */
  #inlineDiffers(shape: Shape, view: View): boolean {
    return view === 'apply' ? this.#ownApply(shape, [], true) : isDifferent(this.#ownInput(shape, true), view);
  }

  #keyedDiffers(type: TypeNode, keys: readonly string[], inDefinition: boolean): boolean {
    if (type.type === 'shape') return this.apply(type.shape, neededKeys(type.shape, keys));
    if (type.type === 'runtime') return type.name === 'Condition';
    if (type.type !== 'definition') return this.#differs(type, 'apply', inDefinition);
    const shape = this.shapeOf(type.name);
    return shape !== undefined && this.definedApply(type.name, neededKeys(shape, keys));
  }

  #ownInput({ properties, rules }: Shape, inDefinition = false): InputDifference {
    let defaults = false;
    let choices = rules.choices !== undefined;
    for (const property of properties) {
      const { defaulted, type } = property;
      defaults ||= defaulted === true || this.propertyDiffers(property, 'whole', inDefinition);
      choices ||= shapesIn(type).length <= 1 && this.#hasChoices(type);
    }
    return { defaults, choices };
  }

  #hasChoices(type: TypeNode): boolean {
    switch (type.type) {
      case 'array':
      case 'map':
        return this.#hasChoices(type.of);
      case 'union':
      case 'intersection':
        return type.of.some((member) => this.#hasChoices(member));
      case 'shape':
        return this.input(type.shape).choices;
      case 'definition':
        return this.definedInput(type.name).choices;
      default:
        return false;
    }
  }

  #ownApply(shape: Shape, keys: readonly string[], inDefinition: boolean): boolean {
    if (shape.rules.atomic) return isDifferent(inDefinition ? this.#settledInput(shape) : this.input(shape), 'whole');
    if (shape.properties.some(({ name, optional }) => !optional && !keys.includes(name))) return true;
    const known = this.#deepApplies.get(shape);
    if (known !== undefined) return known;
    const deep = this.#deepApply(shape, inDefinition);
    // What a definition spells out may be looked at before all definitions are known.
    if (!inDefinition) this.#deepApplies.set(shape, deep);
    return deep;
  }

  #deepApply({ properties }: Shape, inDefinition: boolean): boolean {
    return properties.some((property) => this.propertyDiffers(property, 'apply', inDefinition));
  }

  /** What declares a shape of a CRD that is declared already: the name of a definition, `''` for anything else. */
  #elsewhere(shape: Shape): string | undefined {
    if (this.#known.runtime(shape) !== undefined) return '';
    return this.#known.definition(shape) ?? (this.#known.external(shape, '') === undefined ? undefined : '');
  }

  /** The shape of a named definition, if it is an object. */
  shapeOf(name: string): Shape | undefined {
    const type = this.#definitions.get(name)?.type;
    return type?.type === 'shape' ? type.shape : undefined;
  }

  /** Definitions may hold themselves: differences are looked for until there are no more. */
  #settle(): void {
    const shapes = [...this.#definitions.keys()].flatMap((name) => {
      const shape = this.shapeOf(name);
      return shape === undefined ? [] : [{ name, shape }];
    });
    for (const { shape } of shapes) this.#deepApplies.set(shape, false);
    for (let changed = true; changed;) {
      changed = false;
      for (const { name, shape } of shapes) {
        const before = this.definedInput(name);
        const input = this.#ownInput(shape, true);
        const deep = this.#deepApply(shape, true);
        changed ||= input.defaults !== before.defaults || input.choices !== before.choices;
        changed ||= deep !== this.#deepApplies.get(shape);
        this.#definedInputs.set(name, input);
        this.#inputs.set(shape, input);
        this.#deepApplies.set(shape, deep);
      }
    }
  }

  #settledInput(shape: Shape): InputDifference {
    return this.#inputs.get(shape) ?? this.#ownInput(shape, true);
  }
}

/** Whether what is sent has a type of its own. In an intent, combinations are a matter of the whole object that comes of it. */
export function isDifferent({ defaults, choices }: InputDifference, view: View): boolean {
  return defaults || (choices && view === 'input');
}

/** The keys that an element must give: those that no default fills in. */
export function neededKeys({ properties }: Shape, keys: readonly string[]): readonly string[] {
  return properties.flatMap(({ name, optional, defaulted }) =>
    keys.includes(name) && !optional && defaulted !== true ? [name] : [],
  );
}

/** Whether a type is that of `null`. */
export function isNull(type: TypeNode): boolean {
  return type.type === 'primitive' && type.name === 'null';
}

/** For each definition that lists hold by the same keys and nothing else does, these keys. */
function definitionKeys(definitions: ReadonlyMap<string, DefinitionModel>): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, Map<string, readonly string[]>>();
  const use = (name: string, keys: readonly string[]): void => {
    const type = definitions.get(name)?.type;
    const needed = type?.type === 'shape' ? neededKeys(type.shape, keys) : [];
    uses.set(name, (uses.get(name) ?? new Map<string, readonly string[]>()).set(needed.join(), needed));
  };
  const visit = (type: TypeNode): void => {
    if (type.type === 'definition') use(type.name, []);
    else if (type.type === 'array') {
      // What the server does not merge is given whole.
      if (type.keys !== undefined && type.of.type === 'definition') use(type.of.name, type.keys);
    } else if (type.type === 'map') visit(type.of);
    else if (type.type === 'union' || type.type === 'intersection') type.of.forEach(visit);
    else if (type.type === 'shape') type.shape.properties.forEach((property) => visit(property.type));
  };
  for (const { type } of definitions.values()) visit(type);
  const only = [...uses].filter(([, byKeys]) => byKeys.size === 1);
  return new Map(only.map(([name, byKeys]) => [name, [...byKeys.values()][0] ?? []]));
}
