import { sharedShapePath } from '../layout/paths.js';
import { PathNames } from '../names/path-names.js';
import { shortHash } from '../names/short-hash.js';
import type { Shape } from '../model/model.js';
import { pathTree } from './path-tree.js';
import type { PathNode } from './path-tree.js';
import { sharedTitle } from './shared-names.js';
import { findShared } from './shared-shapes.js';
import type { ModuleRoot } from './shared-shapes.js';

/** A module that declares one shape which several others lead to, with what only it leads to. */
export interface SharedModule {
  readonly path: string;
  readonly tree: PathNode;
}

/**
 * Plans `shared/`. A module's file name has a hash of all that decides its content, so two runs that give it the same
 * name give it the same declarations: files that an earlier run left beside newer ones never fit together by half.
 */
export function planShared(
  roots: readonly ModuleRoot[],
  isKnown: (shape: Shape) => boolean,
): ReadonlyMap<Shape, SharedModule> {
  const paths = findShared(roots, isKnown);
  const titles = new Map(Array.from(paths, ([shape, path]) => [shape, sharedTitle(shape, path)]));
  const hashes = new Map<Shape, string>();
  const hashOf = (shape: Shape): string => {
    const known = hashes.get(shape);
    if (known !== undefined) return known;
    const parts = [shape.hash, titles.get(shape) ?? '', ...boundary(shape, titles).map(hashOf).sort()];
    const hash = shortHash(parts.join('\n'));
    hashes.set(shape, hash);
    return hash;
  };
  return new Map(
    [...titles].map(([shape, title]) => {
      const tree = pathTree(shape, title, { names: new PathNames([title]), exports: false });
      return [shape, { path: sharedShapePath(title, hashOf(shape)), tree }];
    }),
  );
}

/** The shared shapes that a shared one names, itself or through what it takes along. */
function boundary(root: Shape, shared: ReadonlyMap<Shape, string>): Shape[] {
  const found = new Set<Shape>();
  const seen = new Set<Shape>();
  const visit = (shape: Shape): void => {
    for (const child of shape.nested.flatMap(({ shapes }) => shapes)) {
      if (shared.has(child)) found.add(child);
      else if (!seen.has(child)) {
        seen.add(child);
        visit(child);
      }
    }
  };
  visit(root);
  return [...found];
}
