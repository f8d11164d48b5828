import type { Shape } from '../model/model.js';
import { shapesIn } from '../model/walk.js';

/** Shapes whose declaration is about as long as the alias and import that sharing them would take. */
const SMALL = 200;

/** A module and the shapes that it must name, whatever else happens. */
export interface ModuleRoot {
  /** The module's path. */
  readonly module: string;
  readonly shape: Shape;
}

/**
 * Decides which shapes are declared where. A shape that one module alone leads to is declared there. One that several
 * lead to gets a module of its own, and takes along what only it leads to. Small ones are repeated in each.
 *
 * The result maps each shape with a module of its own to the property it is best known by.
 */
export function findShared(
  roots: readonly ModuleRoot[],
  isKnown: (shape: Shape) => boolean,
): ReadonlyMap<Shape, string> {
  const order = topologicalOrder(roots.map(({ shape }) => shape));
  const users = new Map<Shape, Set<string | Shape>>();
  const add = (shape: Shape, user: string | Shape): void => {
    const known = users.get(shape);
    if (known === undefined) users.set(shape, new Set([user]));
    else known.add(user);
  };
  for (const { module, shape } of roots) add(shape, module);
  const shared = new Map<Shape, string>();
  const titles = propertyTitles(order);
  for (const shape of order) {
    const owners = users.get(shape) ?? new Set();
    const share = owners.size > 1 && !isKnown(shape) && sizeOf(shape) > SMALL;
    if (share) shared.set(shape, titles.get(shape) ?? 'shape');
    for (const child of childrenOf(shape)) {
      if (share) add(child, shape);
      else for (const owner of owners) add(child, owner);
    }
  }
  return shared;
}

/** For each shape the shortest property name that leads to it; among equals, the first of the alphabet. */
function propertyTitles(shapes: readonly Shape[]): ReadonlyMap<Shape, string> {
  const titles = new Map<Shape, string>();
  for (const { properties } of shapes) {
    for (const { name, type } of properties) {
      for (const child of shapesIn(type)) {
        const known = titles.get(child);
        const better =
          known === undefined || name.length < known.length || (name.length === known.length && name < known);
        if (better) titles.set(child, name);
      }
    }
  }
  return titles;
}

/** Each shape before those it holds. */
function topologicalOrder(roots: readonly Shape[]): Shape[] {
  const done = new Set<Shape>();
  const postorder: Shape[] = [];
  const visit = (shape: Shape): void => {
    if (done.has(shape)) return;
    done.add(shape);
    for (const child of childrenOf(shape)) visit(child);
    postorder.push(shape);
  };
  for (const root of roots) visit(root);
  return postorder.reverse();
}

function childrenOf(shape: Shape): Shape[] {
  return shape.properties.flatMap(({ type }) => shapesIn(type));
}

function sizeOf({ properties }: Shape): number {
  return properties.reduce((sum, { name, doc }) => sum + name.length + doc.length + 25, 0);
}
