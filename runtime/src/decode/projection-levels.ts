import type { ProjectionNode } from '../api/projection.js';
import { hashOf } from './byte-hash.js';
import { Repetition } from './repetition.js';

/** An object of the next shape; `new` makes one, with room for as many fields as those before it had. */
type Shape = new () => { [name: string]: unknown };

/** A {@link ProjectionNode} as the projector walks it. */
export interface Level {
  readonly isWhole: boolean;
  readonly fields: readonly Field[];
  readonly others: Level | undefined;
  /** The UTF-8 bytes, one character each, of a name for which {@link others} does not stand. */
  readonly leftOut: string | undefined;
  /** Makes what is kept of an object. */
  readonly Kept: Shape;
  /** Of the texts at this level; undefined where each object has its own. */
  readonly repetition: Repetition | undefined;
  /** Of the objects and lists at this level, where equal ones are shared; undefined where they are not. */
  readonly parts: Repetition | undefined;
  /** Tells equal bytes at different levels apart. */
  readonly salt: number;
}

/** A name that is kept. */
export interface Field {
  readonly name: string;
  /** The UTF-8 bytes of the name, one character each. */
  readonly bytes: string;
  readonly level: Level;
}

/** Texts that no two objects share, below `metadata`. */
const UNIQUE: ReadonlySet<string> = new Set(['name', 'uid', 'resourceVersion']);

/** How often `new` must be seen before the engine settles how large such objects are. */
const SETTLING = 8;

/** Makes the levels of a projection. */
export function levelsOf(node: ProjectionNode, path: readonly string[] = []): Level {
  const fields = [...node.names].map(([name, child]): Field => ({
    name,
    bytes: latin1(name),
    level: levelsOf(child, [...path, name]),
  }));
  const isUnique = path.length === 2 && path[0] === 'metadata' && UNIQUE.has(path[1] ?? '');
  return {
    isWhole: node.isWhole,
    fields,
    others: node.others && levelsOf(node.others, [...path, '*']),
    leftOut: node.leftOut && latin1(node.leftOut),
    Kept: shapeFor(fields.filter(({ name }) => !isSeldom(path, name)).map(({ name }) => name)),
    repetition: isUnique ? undefined : new Repetition(),
    parts: node.isWhole || path.join('.') === 'metadata.ownerReferences' ? new Repetition() : undefined,
    salt: saltOf(path),
  };
}

function latin1(name: string): string {
  return Buffer.from(name).toString('latin1');
}

function saltOf(path: readonly string[]): number {
  const bytes = Buffer.from(path.join('\n'));
  return hashOf(bytes, 0, bytes.length);
}

function isSeldom(path: readonly string[], name: string): boolean {
  return path.length === 1 && path[0] === 'metadata' && (name === 'deletionTimestamp' || name === 'finalizers');
}

/**
 * Plain objects that have their fields inside of them: `{}` has room for four, and more of them need memory of their own. The
 * engine gives the objects of a constructor as much room as the first of them used.
 */
function shapeFor(usual: readonly string[]): Shape {
  const Kept = function () {} as unknown as Shape;
  Kept.prototype = Object.prototype;
  for (let made = 0; made < SETTLING; made += 1) {
    const object = new Kept();
    for (const name of usual) object[name] = undefined;
  }
  return Kept;
}
