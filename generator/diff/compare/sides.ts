import type { TypeNode } from '../../model/model.js';
import { isBuiltIn } from '../../model/openapi-model.js';
import { rootNode } from '../../model/walk.js';
import type { Change, KindRef } from './change.js';
import { compareKinds } from './kinds.js';
import type { KindPair } from './kinds.js';
import { TypeComparison } from './types.js';
import type { TypeChange } from './types.js';
import { objectOf } from './objects.js';
import type { ObjectParts } from './objects.js';
import { reachOf } from './reach.js';
import type { Reach } from './reach.js';
import { kindRef } from './replacements.js';
import { RULES } from './rules.js';
import { isBuiltInResource } from '../read/side.js';
import type { Side } from '../read/side.js';
import { shortName, typePath } from './type-path.js';
import type { Step } from './type-path.js';

/** Members of every whole object: the generator makes them, and scope and version say how they differ. */
const HEAD: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** A change with the steps of its path, by which `--usage` finds the declarations. */
export interface LocatedChange {
  readonly change: Change;
  /** The kinds whose objects have what changed, with the whole way from each; one for a kind's own. */
  readonly roots: readonly ChangeRoot[];
}

/** A way from a kind to what changed. */
export interface ChangeRoot {
  readonly kind: KindRef;
  readonly steps: readonly Step[];
  /** How many of the steps lead to a shared definition: what changed is changed wherever that is, not only there. */
  readonly shared: number;
}

/** Everything that differs between two sides, in the order of reports. */
export function compareSides(old: Side, now: Side): LocatedChange[] {
  const { changes, both } = compareKinds(old, now);
  const found: LocatedChange[] = changes.map((change) => ({
    change,
    roots: change.subject === undefined ? [] : [{ kind: change.subject, steps: [], shared: 0 }],
  }));
  for (const pair of both) found.push(...compareRoots(pair, old, now));
  found.push(...compareDefinitions(old, now));
  return found.sort(inOrder);
}

function compareRoots(pair: KindPair, old: Side, now: Side): LocatedChange[] {
  const subject = kindRef(pair.old);
  const comparison = new TypeComparison(context(old, now, isBuiltInResource(pair.old)));
  const oldRaw = old.documents.schemaOf(pair.old);
  const newRaw = now.documents.schemaOf(pair.new);
  const whole = { old: rootNode(pair.old.type), new: rootNode(pair.new.type), oldRaw, newRaw, steps: [] };
  comparison.wholes(whole);
  comparison.properties(whole, partsOf(whole.old, old), partsOf(whole.new, now), HEAD);
  return comparison.changes.map((change) => ({
    change: toChange(change, { subject, root: subject.kind, steps: change.steps }),
    roots: [{ kind: subject, steps: change.steps, shared: 0 }],
  }));
}

function partsOf(type: TypeNode, side: Side): ObjectParts {
  return objectOf([type], side.model.definitions);
}

function context(old: Side, now: Side, builtIn: boolean): ConstructorParameters<typeof TypeComparison>[0] {
  return {
    oldDefinitions: old.model.definitions,
    newDefinitions: now.model.definitions,
    oldSchema: (name) => old.documents.definition(name),
    newSchema: (name) => now.documents.definition(name),
    builtIn,
  };
}

/** Definitions that both sides have and that are no kind's root. Each is compared once, however many kinds hold it. */
function compareDefinitions(old: Side, now: Side): LocatedChange[] {
  const roots = new Set([...rootNames(old), ...rootNames(now)]);
  const [before, after] = [reachOf(old.model), reachOf(now.model)];
  const found: LocatedChange[] = [];
  for (const [name, definition] of old.model.definitions) {
    const other = now.model.definitions.get(name);
    if (other === undefined || roots.has(name)) continue;
    const comparison = new TypeComparison(context(old, now, isBuiltIn(name)));
    const [oldRaw, newRaw] = [old.documents.definition(name), now.documents.definition(name)];
    const pair = { old: definition.type, new: other.type, oldRaw, newRaw, steps: [] };
    comparison.compare(pair);
    // Kinds that are gone altogether have a change of their own.
    const kinds = (before.get(name) ?? []).filter((reach) =>
      (after.get(name) ?? []).some((kind) => isSame(kind, reach)),
    );
    for (const change of comparison.changes) found.push(locate(change, name, kinds));
  }
  return found;
}

function rootNames({ model }: Side): string[] {
  return model.resources.flatMap(({ type }) => (type.type === 'definition' ? [type.name] : []));
}

function isSame(a: KindRef, b: KindRef): boolean {
  return a.apiVersion === b.apiVersion && a.kind === b.kind;
}

/** A definition of one kind alone is a part of that kind; one of several stands for itself and names them. */
function locate(change: TypeChange, name: string, kinds: readonly Reach[]): LocatedChange {
  const roots = kinds.map((reach) => ({
    kind: ref(reach),
    steps: [...reach.steps, ...change.steps],
    shared: reach.steps.length,
  }));
  const [only, ...others] = kinds;
  if (only !== undefined && others.length === 0) {
    const steps = [...only.steps, ...change.steps];
    return { change: toChange(change, { subject: ref(only), root: only.kind, steps }), roots };
  }
  const own = toChange(change, { subject: undefined, root: shortName(name), steps: change.steps });
  const affects = roots.map(({ kind, steps }) => ({ ...kind, path: typePath(kind.kind, steps) }));
  return { change: { ...own, affects }, roots };
}

function ref({ apiVersion, kind }: KindRef): KindRef {
  return { apiVersion, kind };
}

function toChange(
  { rule, message, before, after, old, new: now }: TypeChange,
  { subject, root, steps }: { subject: KindRef | undefined; root: string; steps: readonly Step[] },
): Change {
  return {
    rule,
    breaks: RULES[rule].breaks,
    subject,
    path: typePath(root, steps),
    message,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(old !== undefined && { old: old.location }),
    ...(now !== undefined && { new: now.location }),
  };
}

/** Kinds by name, shared definitions last; inside each, what breaks first, then by path. */
function inOrder({ change: a }: LocatedChange, { change: b }: LocatedChange): number {
  return compareKeys(keysOf(a), keysOf(b));
}

function keysOf({ subject, breaks, path, rule, message }: Change): string[] {
  const name = subject === undefined ? '\uffff' : `${subject.kind}\n${subject.apiVersion}`;
  return [name, String(2 - breaks.length), path, rule, message];
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
