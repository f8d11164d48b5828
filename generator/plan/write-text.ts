import type { Choice, Property, TypeNode } from '../model/model.js';
import { isNull, neededKeys } from '../model/write-views.js';
import type { View, WriteViews } from '../model/write-views.js';
import { propertyKey, quote } from '../typescript/text.js';
import { typeText } from '../typescript/type-text.js';
import type { PathNode } from './path-tree.js';
import type { Reference, ViewSuffix, WriteReferences } from './write-references.js';

/** A view of a shape that is to be declared, because a text speaks of it. */
export interface WantedView {
  readonly reference: Reference;
  readonly suffix: ViewSuffix;
}

/** Writes types as a view has them, and says which other views they speak of. */
export class WriteText {
  readonly #references: WriteReferences;
  readonly #views: WriteViews;
  readonly #defines: boolean;
  readonly #want: (wanted: WantedView) => void;

  constructor(
    references: WriteReferences,
    { views, defines }: { readonly views: WriteViews; readonly defines: boolean },
    want: (wanted: WantedView) => void,
  ) {
    this.#references = references;
    this.#views = views;
    this.#defines = defines;
    this.#want = want;
  }

  /** The types of these properties of a node, as a view has them: a type for the runtime's helpers. `''` for none. */
  anew(properties: readonly Property[], view: View, node: PathNode): string {
    const members = properties.map((property) => {
      const nested = nodesOf(node.children.get(property.name) ?? []);
      return `${propertyKey(property.name)}: ${this.#text(property.type, view, nested)}`;
    });
    return members.length === 0 ? '' : `{ ${members.join('; ')} }`;
  }

  /** The line of a property that a view declares by itself. */
  member(property: Property, view: View, node: PathNode): string {
    const { name, type, optional, defaulted } = property;
    const nested = node.children.get(name) ?? [];
    const text = this.#text(type, view, nodesOf(nested));
    const mayBeLeftOut = optional || defaulted === true || view === 'apply';
    return `  readonly ${propertyKey(name)}${mayBeLeftOut ? `?: ${text} | undefined` : `: ${text}`};`;
  }

  /** Returns the declaration of a property as readers see it. Calls `read` only if the result uses the type, because the call may add an import. */
  plainMember({ name, type, optional, defaulted }: Property, view: View, read: () => string): string {
    const mayBeLeftOut = optional || defaulted === true || view === 'apply';
    const isUnknown = type.type === 'primitive' && type.name === 'unknown';
    const text = isUnknown ? 'unknown' : `${read()}[${quote(name)}]${mayBeLeftOut ? ' | undefined' : ''}`;
    return `  readonly ${propertyKey(name)}${mayBeLeftOut ? '?' : ''}: ${text};`;
  }

  /** Whether a property of a shape of this module has a view. */
  differs(property: Property, view: View): boolean {
    return this.#views.propertyDiffers(property, view, this.#defines);
  }

  #text(type: TypeNode, view: View, next: () => PathNode): string {
    switch (type.type) {
      case 'array':
        return `readonly ${inBrackets(this.#element(type, view, next))}[]`;
      case 'map':
        return `{ readonly [key: string]: ${this.#text(type.of, view, next)} }`;
      case 'shape':
        return this.#reference(this.#references.node(next()), view);
      case 'definition':
        return this.#reference(this.#references.definition(type.name), view);
      case 'runtime':
        return `rt.${type.name}`;
      case 'union': {
        const members = view === 'apply' && this.#defines ? type.of.filter((member) => !isNull(member)) : type.of;
        return members.map((member) => this.#part(member, view, next)).join(' | ');
      }
      case 'intersection':
        return type.of.map((member) => this.#part(member, view, next)).join(' & ');
      default:
        return typeText(type, NO_NAMES);
    }
  }

  #part(type: TypeNode, view: View, next: () => PathNode): string {
    const text = this.#text(type, view, next);
    return type.type === 'literals' || !/ [|&] |^readonly /.test(text) ? text : `(${text})`;
  }

  #element(list: Extract<TypeNode, { type: 'array' }>, view: View, next: () => PathNode): string {
    if (view !== 'apply') return this.#text(list.of, view, next);
    if (list.keys === undefined) return this.#text(list.of, 'whole', next);
    switch (list.of.type) {
      case 'shape':
        return this.#reference(this.#references.node(next()), 'apply', list.keys);
      case 'definition':
        return this.#reference(this.#references.definition(list.of.name), 'apply', list.keys);
      case 'runtime':
        return this.#reference(this.#references.runtime(list.of.name), 'apply', list.keys);
      default:
        return this.#text(list.of, 'apply', next);
    }
  }

  #reference(reference: Reference, view: View, keys: readonly string[] = []): string {
    if (reference.runtime !== undefined) {
      return reference.runtime === 'Condition' && keys.length > 0 ? 'rt.ConditionApply' : reference.read();
    }
    const { input, shape } = reference;
    if (view === 'input') return input.defaults || input.choices ? this.#view(reference, 'Input') : reference.read();
    if (view === 'whole' || shape?.rules.atomic === true) {
      if (!input.defaults) return reference.read();
      const sent = this.#view(reference, 'Input');
      return input.choices ? `${sent} | ${reference.read()}` : sent;
    }
    const needed = shape === undefined ? keys : neededKeys(shape, keys);
    if (!reference.applies(needed)) return reference.read();
    const missing = needed.filter((key) => !reference.keys.includes(key));
    const intent = this.#view(reference, 'Apply');
    return missing.length === 0 ? intent : `${intent} & rt.Keyed<${reference.read()}, ${keyUnion(missing)}>`;
  }

  #view(reference: Reference, suffix: ViewSuffix): string {
    this.#want({ reference, suffix });
    return reference.view(suffix);
  }
}

/** Keys as a type: `'a' | 'b'`, or `never`. */
export function keyUnion(keys: readonly string[]): string {
  return keys.length === 0 ? 'never' : keys.map(quote).join(' | ');
}

/** The combinations of fields that are valid, to be added to a type; `''` where all are. */
export function choiceText(choices: readonly Choice[] | undefined): string {
  if (choices === undefined) return '';
  const texts = choices.map(({ present, absent }) => {
    if (present.length === 0) return `rt.Lacking<${keyUnion(absent)}>`;
    return absent.length === 0 ? `rt.Only<${keyUnion(present)}>` : `rt.Only<${keyUnion(present)}, ${keyUnion(absent)}>`;
  });
  return ` & (${texts.join(' | ')})`;
}

const NO_NAMES = { shape: () => 'never', definition: () => 'never', runtime: (name: string) => `rt.${name}` };

function inBrackets(text: string): string {
  return / [|&] |^readonly /.test(text) ? `(${text})` : text;
}

function nodesOf(nested: readonly PathNode[]): () => PathNode {
  let next = 0;
  return () => {
    const node = nested[next];
    next += 1;
    if (node === undefined) throw new Error('a type names more shapes than its path tree has');
    return node;
  };
}
