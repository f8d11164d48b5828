import type { Shape } from '../model/model.js';

/** Shapes whose declaration is about as long as the alias and import that sharing them would take. */
const SMALL = 200;

/** A module and the shapes that it must name, whatever else happens. */
export interface ModuleRoot {
  /** The module's path. */
  readonly module: string;
  /** Of the type, as the module exports it. */
  readonly name: string;
  readonly shape: Shape;
}

/**
 * Decides which shapes are declared where. A shape that one module alone leads to is declared there. One that several
 * lead to gets a module of its own, and takes along what only it leads to. Small ones are repeated in each.
 *
 * The result maps each shape with a module of its own to the shortest way to it.
 */
export function findShared(
  roots: readonly ModuleRoot[],
  isKnown: (shape: Shape) => boolean,
): ReadonlyMap<Shape, ShapePath> {
  const order = topologicalOrder(roots.map(({ shape }) => shape));
  const users = new Map<Shape, Set<string | Shape>>();
  const add = (shape: Shape, user: string | Shape): void => {
    const known = users.get(shape);
    if (known === undefined) users.set(shape, new Set([user]));
    else known.add(user);
  };
  for (const { module, shape } of roots) add(shape, module);
  const shared: Shape[] = [];
  for (const shape of order) {
    const owners = users.get(shape) ?? new Set();
    const share = owners.size > 1 && !isKnown(shape) && sizeOf(shape) > SMALL;
    if (share) shared.push(shape);
    for (const { shapes } of shape.nested) {
      for (const child of shapes) {
        if (share) add(child, shape);
        else for (const owner of owners) add(child, owner);
      }
    }
  }
  const paths = shortestPaths(roots, order);
  return new Map(shared.map((shape) => [shape, paths.get(shape) ?? { kind: '', properties: [] }]));
}

/** How a resource's type leads to a shape. */
export interface ShapePath {
  /** The name of the type. */
  readonly kind: string;
  readonly properties: readonly string[];
}

/** For each shape the shortest path to it; among equals, the first of the alphabet. */
function shortestPaths(roots: readonly ModuleRoot[], order: readonly Shape[]): ReadonlyMap<Shape, ShapePath> {
  const paths = new Map<Shape, ShapePath>();
  const offer = (shape: Shape, path: ShapePath): void => {
    const known = paths.get(shape);
    if (known === undefined || isBefore(path, known)) paths.set(shape, path);
  };
  for (const { name, shape } of roots) offer(shape, { kind: name, properties: [] });
  for (const shape of order) {
    const path = paths.get(shape);
    if (path === undefined) continue;
    for (const { property, shapes } of shape.nested) {
      const longer = { kind: path.kind, properties: [...path.properties, property.name] };
      for (const child of shapes) offer(child, longer);
    }
  }
  return paths;
}

function isBefore(a: ShapePath, b: ShapePath): boolean {
  const { length } = a.properties;
  if (length !== b.properties.length) return length < b.properties.length;
  return [a.kind, ...a.properties].join('.') < [b.kind, ...b.properties].join('.');
}

/** Each shape before those it holds. */
function topologicalOrder(roots: readonly Shape[]): Shape[] {
  const done = new Set<Shape>();
  const postorder: Shape[] = [];
  const visit = (shape: Shape): void => {
    if (done.has(shape)) return;
    done.add(shape);
    for (const { shapes } of shape.nested) shapes.forEach(visit);
    postorder.push(shape);
  };
  for (const root of roots) visit(root);
  return postorder.reverse();
}

function sizeOf({ properties }: Shape): number {
  return properties.reduce((sum, { name, doc }) => sum + name.length + doc.length + 25, 0);
}
