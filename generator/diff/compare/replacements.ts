import type { ResourceModel } from '../../model/model.js';
import { apiVersionOf } from '../../names/resource-keys.js';
import type { KindName } from '../../names/resource-keys.js';
import type { KindRef, Replacement } from './change.js';
import { knownRemoval } from './known-removals.js';
import type { Side } from '../read/side.js';

/** A resource as a kind of one version. */
export function kindRef(resource: KindName): KindRef {
  return { apiVersion: apiVersionOf(resource), kind: resource.kind };
}

/**
 * What replaces a version that is gone or deprecated: what Kubernetes names; what the CRD's deprecation warning
 * names; else the best other version of the kind that the new side has.
 */
export function replacementFor(resource: ResourceModel, now: Side): Replacement | undefined {
  const known = knownRemoval(kindRef(resource));
  if (known?.replacement !== undefined) {
    const reached = followKnown(known.replacement, now);
    return { ...reached.ref, by: 'author', note: reached.note || known.note };
  }
  const named = namedInWarning(resource);
  if (named !== undefined) return { ...named, by: 'author', note: resource.deprecated ?? '' };
  const [best] = now.model.resources
    .filter(({ group, kind, version }) => {
      return group === resource.group && kind === resource.kind && version !== resource.version;
    })
    .map(({ version }) => version)
    .sort(byPriority);
  return best === undefined ? undefined : { ...kindRef({ ...resource, version: best }), by: 'same kind', note: '' };
}

/** A replacement may have one itself: v1beta2 → v1beta3 → v1. The last one that the new side has is the one to take. */
function followKnown(first: KindRef, now: Side): { ref: KindRef; note: string } {
  let ref = first;
  let note = '';
  for (let next = knownRemoval(ref); next?.replacement !== undefined; next = knownRemoval(ref)) {
    if (serves(now, ref) && !serves(now, next.replacement)) break;
    ref = next.replacement;
    note = next.note;
  }
  return { ref, note };
}

/** Whether a side has a kind. */
export function serves(side: Side, { apiVersion, kind }: KindRef): boolean {
  return side.model.resources.some((resource) => apiVersionOf(resource) === apiVersion && resource.kind === kind);
}

/** `example.com/v1alpha1 Widget is deprecated; use example.com/v1 Widget` names its successor. */
function namedInWarning(resource: ResourceModel): KindRef | undefined {
  const own = apiVersionOf(resource);
  for (const [, apiVersion = '', kind] of (resource.deprecated ?? '').matchAll(
    /([a-z0-9][a-z0-9.-]*\/v[0-9][a-z0-9]*)(?:[\s,/]+([A-Z][A-Za-z0-9]*))?/g,
  )) {
    if (apiVersion !== own) return { apiVersion, kind: kind ?? resource.kind };
  }
  return undefined;
}

/** Kubernetes' order of versions: v2, v1, v2beta1, v1beta1, v1alpha1, then others by name. */
export function byPriority(a: string, b: string): number {
  const [left, right] = [priority(a), priority(b)];
  for (const [i, part] of left.entries()) {
    const difference = (right[i] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function priority(version: string): number[] {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (match === null) return [0, 0, 0];
  const [, major, stage, minor] = match;
  return [stage === undefined ? 3 : stage === 'beta' ? 2 : 1, Number(major), Number(minor ?? 0)];
}
