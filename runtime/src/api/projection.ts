import { setOwn } from './deep-json.js';
import { parseFieldPath } from './field-path.js';
import { InformerError } from './informer-error.js';
import type { IdentityPath } from './projected.js';

/** What is left of the objects of a projected resource. */
export interface Projection {
  /** The paths that were asked for, each once and in order. {@link IdentityPath} is kept beside them. */
  readonly paths: readonly string[];
}

/** A level of what is kept. */
export interface ProjectionNode {
  /** Everything from here on is kept: it has no names. */
  readonly isWhole: boolean;
  readonly names: ReadonlyMap<string, ProjectionNode>;
  /** For every name that is not among {@link names}; undefined: those are dropped. */
  readonly others: ProjectionNode | undefined;
  /** A name for which {@link others} does not stand. Default: none. */
  readonly leftOut?: string;
}

const EVERY_NAME = '*';

/** The fields of an owner are named, so that their texts are shared among the many objects of one owner. */
const identity: readonly (Exclude<IdentityPath, 'metadata.ownerReferences'> | `metadata.ownerReferences.${string}`)[] =
  [
    'apiVersion',
    'kind',
    'metadata.name',
    'metadata.namespace',
    'metadata.uid',
    'metadata.resourceVersion',
    'metadata.generation',
    'metadata.deletionTimestamp',
    'metadata.finalizers',
    'metadata.ownerReferences.apiVersion',
    'metadata.ownerReferences.kind',
    'metadata.ownerReferences.name',
    'metadata.ownerReferences.uid',
    'metadata.ownerReferences.controller',
    'metadata.ownerReferences.blockOwnerDeletion',
  ];

const METADATA = 'metadata';
/** Not asked for by whoever asks for all of the metadata: a third of an object, and no part of its type. */
const MANAGED_FIELDS = 'managedFields';

const noNames: ReadonlyMap<string, ProjectionNode> = new Map();
const whole: ProjectionNode = { isWhole: true, names: noNames, others: undefined };

/** The projection to these paths. Throws a TypeError for one that cannot be read. */
export function projectionOf(paths: readonly string[]): Projection {
  for (const path of paths) mustBeReadable(path);
  const sorted = [...new Set(paths)].sort();
  return Object.freeze({ paths: Object.freeze(sorted) });
}

/** JavaScript passes anything, and a path that leads nowhere keeps nothing, without an error. */
function mustBeReadable(path: unknown): void {
  const fault = faultOf(path);
  if (fault) throw new TypeError(`the path ${JSON.stringify(path)} ${fault}: write it as 'spec.containers.image'`);
}

function faultOf(path: unknown): string | undefined {
  if (typeof path !== 'string') return 'is no text';
  const { names } = parseFieldPath(path);
  if (names.includes('')) return 'has an empty name';
  if (names.includes('__proto__')) return 'names __proto__';
  const bare = path.replace(/\[(['"]).*?\1]/g, '');
  return /^\{|^\$[.[]|\[\d/.test(bare) ? 'has a position or is a JSONPath' : undefined;
}

/** The same text exactly for the same projection; `''` for none. */
export function projectionKey(projection: Projection | undefined): string {
  return projection === undefined ? '' : JSON.stringify(projection.paths);
}

/** Returns the tree of the paths that a projection keeps, and of `also`. It keeps `managedFields` only if a path names them. */
export function projectionTree({ paths }: Projection, also: readonly string[] = []): ProjectionNode {
  const named = [...identity, ...paths, ...also].map((path) => parseFieldPath(path).names);
  const tree = nodeOf(named);
  return named.some(namesManagedFields) ? tree : withoutManagedFields(tree);
}

/** Reports whether a path names `managedFields`, as `metadata.managedFields` and `*.managedFields` do, and `metadata.*` does not. */
function namesManagedFields([first, second]: readonly string[]): boolean {
  return (first === METADATA || first === EVERY_NAME) && second === MANAGED_FIELDS;
}

function withoutManagedFields(tree: ProjectionNode): ProjectionNode {
  const asked = tree.names.get(METADATA);
  const metadata = asked?.isWhole === true ? everythingIn(METADATA) : asked;
  if (metadata?.others === undefined) return tree;
  return { ...tree, names: new Map([...tree.names, [METADATA, { ...metadata, leftOut: MANAGED_FIELDS }]]) };
}

/** All of a field, name by name: those of the identity are known to be there. */
function everythingIn(field: string): ProjectionNode {
  const known = identity.map((path) => parseFieldPath(path).names).filter(([first]) => first === field);
  return nodeOf([...known.map((names) => names.slice(1, 2)), [EVERY_NAME]]);
}

function nodeOf(paths: readonly (readonly string[])[]): ProjectionNode {
  if (paths.some((names) => names.length === 0)) return whole;
  const tails = new Map<string, (readonly string[])[]>();
  for (const [name = '', ...rest] of paths) tails.set(name, [...(tails.get(name) ?? []), rest]);
  const everywhere = tails.get(EVERY_NAME) ?? [];
  tails.delete(EVERY_NAME);
  const names = new Map([...tails].map(([name, rests]) => [name, nodeOf([...rests, ...everywhere])] as const));
  return { isWhole: false, names, others: everywhere.length === 0 ? undefined : nodeOf(everywhere) };
}

/** Whether everything at the path of these names is kept. A position in a list may be among them. */
export function keeps(projection: Projection, names: readonly string[]): boolean {
  let node = treeOf(projection);
  for (const name of names) {
    if (node.isWhole) return true;
    const next = childOf(node, name);
    if (next !== undefined) node = next;
    else if (!/^\d+$/.test(name)) return false;
  }
  return keepsAll(node);
}

/** `managedFields` are not missed. */
function keepsAll({ isWhole, names, others }: ProjectionNode): boolean {
  return isWhole || (others !== undefined && keepsAll(others) && [...names.values()].every(keepsAll));
}

function childOf({ names, others, leftOut }: ProjectionNode, name: string): ProjectionNode | undefined {
  return names.get(name) ?? (name === leftOut ? undefined : others);
}

const trees = new WeakMap<Projection, ProjectionNode>();

function treeOf(projection: Projection): ProjectionNode {
  const known = trees.get(projection) ?? projectionTree(projection);
  trees.set(projection, known);
  return known;
}

/** Throws where somebody is about to read what a projection has dropped: they would find nothing, and no error. */
export function mustKeep(projection: Projection | undefined, names: readonly string[], reader: string): void {
  if (projection === undefined || keeps(projection, names)) return;
  const kept = projection.paths.length === 0 ? 'nothing but the identity' : projection.paths.join(', ');
  throw new InformerError(
    'NotProjected',
    `${reader} reads ${names.join('.')}, and the objects were projected to ${kept}: name it in project(…) too`,
  );
}

/**
 * What a projection leaves of an object that is parsed already; the object itself where there is no projection. For clients
 * of one's own, whose `listerWatcher` is given a projected resource.
 *
 * @param also Further paths to keep. Default: none.
 * @example
 * projectObject(undefined, pod).metadata.name; // → 'web'
 */
export function projectObject<T extends object>(
  projection: Projection | undefined,
  object: T,
  also: readonly string[] = [],
): T {
  if (projection === undefined) return object;
  return pick(object, also.length === 0 ? treeOf(projection) : projectionTree(projection, also)) as T;
}

/**
 * A copy of a parsed value that holds only what is kept. Lists are gone through; what is no object where names were expected
 * stays as it is.
 */
export function pick(value: unknown, node: ProjectionNode): unknown {
  if (node.isWhole || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return pickList(value, node);
  const kept: { [name: string]: unknown } = {};
  for (const [name, field] of Object.entries(value)) {
    const child = childOf(node, name);
    if (child !== undefined) setOwn(kept, name, pick(field, child));
  }
  return kept;
}

/** Lists in lists, as deep as whoever wrote the object liked, are walked without a call for each. */
function pickList(list: readonly unknown[], node: ProjectionNode): unknown[] {
  const picked: unknown[] = [];
  const open: [from: readonly unknown[], to: unknown[]][] = [[list, picked]];
  for (const [from, to] of open) {
    for (const element of from) {
      if (Array.isArray(element)) {
        const inner: unknown[] = [];
        open.push([element, inner]);
        to.push(inner);
      } else to.push(pick(element, node));
    }
  }
  return picked;
}
