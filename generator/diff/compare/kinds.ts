import type { JsonPath } from '../../input/json.js';
import type { ResourceModel } from '../../model/model.js';
import { kindKey, resourceTitle } from '../../names/resource-keys.js';
import type { Change, KindRef, Replacement } from './change.js';
import { knownRemoval } from './known-removals.js';
import { kindRef, replacementFor, serves } from './replacements.js';
import { RULES } from './rules.js';
import type { RuleName } from './rules.js';
import type { Side } from '../read/side.js';

/** A kind of one version that both sides have. */
export interface KindPair {
  readonly old: ResourceModel;
  readonly new: ResourceModel;
}

/** The result of comparing the kinds of two sides; the fields of those that both have are still to be compared. */
export interface KindComparison {
  readonly changes: readonly Change[];
  readonly both: readonly KindPair[];
}

/** Compares which kinds and versions there are, and what the two sides say of each as a whole. */
export function compareKinds(old: Side, now: Side): KindComparison {
  const before = byKind(old);
  const after = byKind(now);
  const changes: Change[] = [];
  const both: KindPair[] = [];
  for (const [key, resource] of before) {
    const other = after.get(key);
    if (other === undefined) changes.push(removed(resource, old, now));
    else {
      both.push({ old: resource, new: other });
      changes.push(...new ResourceComparison({ old: resource, new: other }, old, now).changes());
    }
  }
  for (const [key, resource] of after) if (!before.has(key)) changes.push(added(resource, old, now));
  return { changes, both };
}

function byKind({ model }: Side): Map<string, ResourceModel> {
  const found = new Map<string, ResourceModel>();
  for (const resource of model.resources) {
    const key = kindKey(resource);
    if (!found.has(key)) found.set(key, resource);
  }
  return found;
}

function removed(resource: ResourceModel, old: Side, now: Side): Change {
  const gone = !hasKind(now, resource);
  const known = knownRemoval(kindRef(resource));
  const replacement = replacementFor(resource, now);
  const unserved = now.skipped.find(({ name }) => name === resourceTitle(resource));
  const how = unserved === undefined ? 'is gone' : unserved.reason.replace('is not served', 'is served no more');
  const since =
    known === undefined ? '' : ` (deprecated in Kubernetes ${known.deprecatedIn}, removed in ${known.removedIn})`;
  const note = known?.replacement === undefined && known?.note ? `; ${known.note}` : '';
  return {
    ...change(gone ? 'kind-removed' : 'version-removed', resource, `${how}${since}${note}${instead(replacement)}`),
    ...(replacement !== undefined && { replacement }),
    old: old.documents.locationOf(resource),
  };
}

function added(resource: ResourceModel, old: Side, now: Side): Change {
  const isNew = !hasKind(old, resource);
  return {
    ...change(isNew ? 'kind-added' : 'version-added', resource, 'is new'),
    new: now.documents.locationOf(resource),
  };
}

function hasKind({ model }: Side, { group, kind }: ResourceModel): boolean {
  return model.resources.some((resource) => resource.group === group && resource.kind === kind);
}

function instead(replacement: Replacement | undefined): string {
  if (replacement === undefined) return '';
  const name = `${replacement.apiVersion} ${replacement.kind}`;
  if (replacement.by === 'same kind') return `; ${name} is there`;
  const note = replacement.note === '' ? '' : ` (${replacement.note})`;
  return `; use ${name}${note}`;
}

function change(rule: RuleName, resource: ResourceModel, message: string): Change {
  const subject: KindRef = kindRef(resource);
  return { rule, breaks: RULES[rule].breaks, subject, path: resource.kind, message };
}

/** Compares two resources by everything but their types. */
class ResourceComparison {
  readonly #pair: KindPair;
  readonly #old: Side;
  readonly #new: Side;
  readonly #found: Change[] = [];

  constructor(pair: KindPair, old: Side, now: Side) {
    this.#pair = pair;
    this.#old = old;
    this.#new = now;
  }

  changes(): readonly Change[] {
    const { old, new: now } = this.#pair;
    this.#deprecation();
    if (old.namespaced !== now.namespaced) {
      const [before, after] = [scope(old), scope(now)];
      this.#add('scope-changed', `is ${after.toLowerCase()} instead of ${before.toLowerCase()}`, ['scope'], {
        before,
        after,
      });
    }
    if (old.plural !== now.plural) {
      const texts = { before: old.plural, after: now.plural };
      this.#add('plural-changed', `has the plural ${now.plural} instead of ${old.plural}`, ['names', 'plural'], texts);
    }
    this.#names();
    this.#subresources();
    this.#selectableFields();
    return this.#found;
  }

  #deprecation(): void {
    const { old, new: now } = this.#pair;
    if (old.deprecated !== undefined && now.deprecated === undefined) {
      return this.#add('version-undeprecated', 'is said to be deprecated no more', []);
    }
    const known = knownRemoval(kindRef(now));
    // Documents do not say their release; Kubernetes deprecates a version when its successor appears.
    const successor = known?.replacement;
    const bySuccessor = successor !== undefined && serves(this.#new, successor) && !serves(this.#old, successor);
    const said = old.deprecated === undefined && now.deprecated !== undefined;
    if (!said && !bySuccessor) return;
    const replacement = replacementFor(now, this.#new);
    const words = now.deprecated ? `: ${now.deprecated}` : '';
    const until = known === undefined ? '' : ` (since Kubernetes ${known.deprecatedIn}, gone in ${known.removedIn})`;
    const hint = words === '' ? instead(replacement) : '';
    this.#add('version-deprecated', `is deprecated${until}${words}${hint}`, []);
    const last = this.#found.pop();
    if (last !== undefined) this.#found.push({ ...last, ...(replacement !== undefined && { replacement }) });
  }

  #names(): void {
    const { old, new: now } = this.#pair;
    const facts = [
      ['short names', old.shortNames.join(', '), now.shortNames.join(', '), ['names', 'shortNames']],
      ['categories', old.categories.join(', '), now.categories.join(', '), ['names', 'categories']],
      ['singular', old.singular ?? '', now.singular ?? '', ['names', 'singular']],
      ['list kind', old.listKind ?? '', now.listKind ?? '', ['names', 'listKind']],
    ] as const;
    for (const [what, before, after, path] of facts) {
      if (before === after) continue;
      const message = `has the ${what} ${after || '(none)'} instead of ${before || '(none)'}`;
      this.#add('names-changed', message, path, { before, after });
    }
  }

  #subresources(): void {
    const { old, new: now } = this.#pair;
    for (const name of now.subresources.filter((one) => !old.subresources.includes(one))) {
      const rule = name === 'status' ? 'status-subresource-added' : 'subresource-added';
      this.#add(rule, `has the subresource ${name}`, [], { after: name });
    }
    for (const name of old.subresources.filter((one) => !now.subresources.includes(one))) {
      const rule = name === 'status' ? 'status-subresource-removed' : 'subresource-removed';
      this.#add(rule, `has no subresource ${name} any more`, [], { before: name });
    }
  }

  #selectableFields(): void {
    const { old, new: now } = this.#pair;
    for (const field of now.selectableFields.filter((one) => !old.selectableFields.includes(one))) {
      this.#add('selectable-field-added', `can be selected by ${field}`, [], { after: field });
    }
    for (const field of old.selectableFields.filter((one) => !now.selectableFields.includes(one))) {
      this.#add('selectable-field-removed', `cannot be selected by ${field} any more`, [], { before: field });
    }
  }

  #add(rule: RuleName, message: string, path: JsonPath, texts: { before?: string; after?: string } = {}): void {
    const { old, new: now } = this.#pair;
    this.#found.push({
      ...change(rule, old, message),
      ...texts,
      old: this.#old.documents.locationOf(old, path),
      new: this.#new.documents.locationOf(now, path),
    });
  }
}

function scope({ namespaced }: ResourceModel): string {
  return namespaced ? 'Namespaced' : 'Cluster-wide';
}
