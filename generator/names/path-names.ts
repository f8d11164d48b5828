import { pascalSegment } from './identifiers.js';

/**
 * How many properties a nested type's exported name spells out: `WidgetSpecTemplateSpecContainers` has four. What lies
 * deeper is reached through its parent's type (`Containers['env']`): such names grow long, nobody imports them, and
 * exporting each from every resource that has it would take more room than the types themselves.
 */
export const EXPORTED_DEPTH = 4;

/** Names the nested objects of one module, each differently. */
export class PathNames {
  readonly #taken: Set<string>;

  /** `reserved`: names that something else in the module has. */
  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved);
  }

  /**
   * `WidgetSpec` and `template` → `WidgetSpecTemplate`; without a parent, the property alone. Where that is taken
   * (`jwks_uri` beside `jwksUri`), an underscore and the smallest free number follow; callers ask in sorted order, so
   * the result is always the same.
   */
  claim(parent: string, property: string): string {
    const wanted = parent + pascalSegment(property).replace(/^(?=[0-9])/, parent === '' ? '_' : '');
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n += 1) name = `${wanted}_${n}`;
    this.#taken.add(name);
    return name;
  }
}
