import { emptyObject, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { deducedType, fieldTypeOf, isEmptyValue, resolveType } from '../types/merge-type.js';
import type { ListType, MapType, MergeType } from '../types/merge-type.js';
import { listElement } from './path-element.js';
import type { PathElement } from './path-element.js';

/**
 * Merges an applied configuration into an object: what it names takes its value, everything else stays. Undefined is a
 * value that is not there.
 */
export function merge(live: unknown, config: unknown, type: MergeType): unknown {
  if (config === undefined) return live;
  const shape = resolveType(type, config);
  const left = shape.type === 'list' ? listIn(live) : shape.type === 'map' ? mapIn(live) : live;
  const right = shape.type === 'list' ? listIn(config) : shape.type === 'map' ? mapIn(config) : config;
  const isLeaf =
    shape.type === 'scalar' ||
    (shape.type === 'list' ? shape.relationship === 'atomic' : shape.atomic) ||
    (isEmptyValue(left) && isEmptyValue(right));
  if (isLeaf) return config;
  return shape.type === 'list'
    ? mergeLists(shape, listIn(live) ?? [], listIn(config) ?? [])
    : mergeMaps(shape, mapIn(live) ?? {}, mapIn(config) ?? {});
}

function mergeMaps(type: MapType, live: JsonObject, config: JsonObject): JsonObject | undefined {
  const merged = emptyObject();
  for (const name of new Set([...Object.keys(live), ...Object.keys(config)])) {
    const value = merge(own(live, name), own(config, name), fieldTypeOf(type, name) ?? deducedType);
    if (value !== undefined) merged[name] = value;
  }
  return Object.keys(merged).length > 0 ? merged : undefined;
}

/** The order is that of the object, but elements that the configuration names come in its order. */
function mergeLists(type: ListType, live: readonly unknown[], config: readonly unknown[]): unknown[] | undefined {
  const left = new ElementIndex(type, live);
  const right = new ElementIndex(type, config);
  const shared = right.elements.filter((element) => left.has(element));
  const merged = new Set<PathElement>();
  const result: unknown[] = [];
  const take = (liveItem: unknown, configItem: unknown): void => {
    const value = merge(liveItem, configItem, type.element);
    if (value !== undefined) result.push(value);
  };
  let [l, r, s] = [0, 0, 0];
  while (l < left.elements.length || r < right.elements.length) {
    const mine = left.elements[l];
    const theirs = right.elements[r];
    if (mine !== undefined && mine === theirs) {
      merged.add(mine);
      take(left.item(mine), right.item(mine));
      l += 1;
      r += 1;
      s += 1;
      continue;
    }
    const next = shared[s];
    if (mine !== undefined && theirs !== undefined && right.has(mine) && next !== undefined && next !== mine) {
      // Named as well, but not yet: it comes where the configuration has it.
      l += 1;
      continue;
    }
    if (mine !== undefined && !right.has(mine)) {
      take(live[l], undefined);
      l += 1;
      continue;
    }
    if (mine !== undefined && merged.has(mine)) l += 1;
    if (theirs === undefined) continue;
    merged.add(theirs);
    take(left.item(theirs), right.item(theirs));
    r += 1;
    if (next === theirs) s += 1;
  }
  return result.length > 0 ? result : undefined;
}

/** The items of a list by what identifies them; duplicates have no item that could be merged. */
class ElementIndex {
  readonly elements: readonly PathElement[];
  readonly #items = new Map<PathElement, unknown>();

  constructor(type: ListType, list: readonly unknown[]) {
    this.elements = list.map((item) => {
      const element = listElement(type, item);
      this.#items.set(element, this.#items.has(element) ? null : item);
      return element;
    });
  }

  has(element: PathElement): boolean {
    return this.#items.has(element);
  }

  item(element: PathElement): unknown {
    return this.#items.get(element);
  }
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function mapIn(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
