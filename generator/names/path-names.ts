import { pascalSegment } from './identifiers.js';
import { WRITE_SUFFIXES } from './reserved.js';
import { shortHash } from './short-hash.js';

/**
 * How many properties a nested type's exported name spells out: `WidgetSpecTemplateSpecContainers` has four. What lies
 * deeper is reached through its parent's type (`Containers['env']`): such names grow long, nobody imports them, and
 * exporting each from every resource that has it would take more room than the types themselves.
 */
export const EXPORTED_DEPTH = 4;

/** A nested object: the property that leads to it, and the spelling of the path before that. */
export interface NestedPath {
  /** `WidgetSpec`, whatever name the object there got. */
  readonly parent: string;
  readonly property: string;
  /** Both together: {@link spelledPath}. */
  readonly spelled: string;
  /** Different for every path. */
  readonly key: string;
}

/** `WidgetSpec` and `template` → `WidgetSpecTemplate`. */
export function spelledPath({ parent, property }: Pick<NestedPath, 'parent' | 'property'>): string {
  return parent + pascalSegment(property);
}

/** Names the nested objects of one module, each differently. */
export class PathNames {
  readonly #taken: Set<string>;

  /** `reserved`: names that something else in the module has. */
  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved);
  }

  /**
   * The exported names of these paths, in their order. A path is spelled out (`WidgetSpecTemplate`). Where several are
   * spelled alike (`foo.bar` and `fooBar`), none of them gets that name, for it would mean another type as soon as one of
   * them came or went: an underscore shows where each begins its last property (`WidgetSpecFoo_Bar`, `WidgetSpec_FooBar`).
   * So does every path whose name ends as that of a write view does.
   */
  exported(paths: readonly NestedPath[]): string[] {
    const once = uniqueAmong(
      paths.map(({ spelled }) => spelled),
      (name) => this.#taken.has(name) || endsAsView(name),
    );
    const clashing = paths.filter(({ spelled }) => !once.has(spelled));
    const rest = this.#markedNames(clashing);
    return paths.map((path) => {
      const name = once.has(path.spelled) ? path.spelled : (rest.get(path) ?? '');
      this.#taken.add(name);
      return name;
    });
  }

  /** The names of paths that cannot be spelled out: there are few of them, and mostly none. */
  #markedNames(paths: readonly NestedPath[]): ReadonlyMap<NestedPath, string> {
    const marked = paths.map(({ parent, property }) => `${parent}_${pascalSegment(property)}`);
    const raw = paths.map(({ parent, property }) => `${parent}_${property.replace(/[^A-Za-z0-9]/g, '_')}`);
    const [onceMarked, onceRaw] = [marked, raw].map((names) => uniqueAmong(names, (name) => this.#taken.has(name)));
    return new Map(
      paths.map((path, i) => {
        const [second = '', third = ''] = [marked[i], raw[i]];
        const name = onceMarked?.has(second)
          ? second
          : onceRaw?.has(third)
            ? third
            : `${second}_${shortHash(path.key)}`;
        return [path, name];
      }),
    );
  }

  /**
   * The name of an object that is named inside of its module alone, after a property and perhaps its parent. Where that is
   * taken, an underscore and the smallest free number follow; callers ask in sorted order, so the result is always the same.
   */
  local(parent: string, property: string): string {
    const wanted = parent + pascalSegment(property).replace(/^(?=[0-9])/, parent === '' ? '_' : '');
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n += 1) name = `${wanted}_${n}`;
    this.#taken.add(name);
    return name;
  }
}

/** Whether a name ends as that of a write view does. */
function endsAsView(name: string): boolean {
  return WRITE_SUFFIXES.some((end) => name.endsWith(end));
}

/** The names that come once and are not refused. */
function uniqueAmong(names: readonly string[], isRefused: (name: string) => boolean): ReadonlySet<string> {
  const [once, more] = [new Set<string>(), new Set<string>()];
  for (const name of names) {
    if (more.has(name) || isRefused(name)) continue;
    if (!once.delete(name)) once.add(name);
    else more.add(name);
  }
  return once;
}
