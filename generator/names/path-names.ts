import { pascalSegment } from './identifiers.js';

/** Gives each nested object of one module a name of its own, made of the path that leads to it. */
export class PathNames {
  readonly #taken: Set<string>;

  /** `reserved`: names that something else in the module has. */
  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved);
  }

  /**
   * `WidgetSpec` and `template` → `WidgetSpecTemplate`. Where that is taken (`jwks_uri` beside `jwksUri`), an
   * underscore and the smallest free number follow; callers ask in sorted order, so the result is always the same.
   */
  claim(parent: string, property: string): string {
    const wanted = parent + pascalSegment(property);
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n += 1) name = `${wanted}_${n}`;
    this.#taken.add(name);
    return name;
  }
}
