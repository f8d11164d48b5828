import type { Json } from '../values/schema.js';
import type { Judged, View } from './agreement.js';
import type { Complaint } from './compiled.js';
import type { Instance } from './instances.js';

/** The types of what creates or replaces an object. */
export const inputView: View = writeView('input');

/** The types of what an apply sends. */
export const applyView: View = writeView('apply');

/** What is sent by a writer: without the status, where that has a path of its own. */
export function asWritten(instance: Instance): Instance {
  if (!instance.resource.hasStatusPath) return instance;
  const { status: _elsewhere, ...sent } = instance.sent;
  const { mistake, ...rest } = instance;
  return { ...rest, sent, ...(mistake !== undefined && mistake.path[0] !== 'status' && { mistake }) };
}

function writeView(view: 'input' | 'apply'): View {
  return {
    imports: [
      "import type { Resource } from '@informer-gen/runtime/codegen/v1';",
      // A module of a resource has one constant that is one.
      'type Views<M> = { [K in keyof M]: M[K] extends Resource<infer _T, infer _F, infer V> ? V : never }[keyof M];',
    ].join(' '),
    literalOf: (judged) => (hasForgivenNull(judged) ? undefined : literalOf(judged, view)),
    isPlaced: (complaints, { instance: { mistake } }) =>
      complaints.some((complaint) => isOnTheWay(complaint, mistake?.path ?? [])),
  };
}

function literalOf({ instance: { resource, sent } }: Judged, view: string): { type: string; value: Json } {
  const { group, version, plural } = resource;
  return { type: `Views<typeof import('./${group}/${version}/${plural}.js')>['${view}']`, value: sent };
}

/** The server takes null for what has a default, as if it were not there. Nobody means that: it does not compile. */
function hasForgivenNull({ instance: { sent, mistake }, verdict }: Judged): boolean {
  if (mistake === undefined || verdict.type !== 'accepted') return false;
  const at = mistake.path.reduce<unknown>((value, step) => (value as Record<string, unknown> | null)?.[step], sent);
  return at === null;
}

/**
 * Where an object admits some combinations of fields alone, its type is a union, and the compiler points at all of it. There
 * may be other complaints: the server looks for unknown fields first, and says no more where there are some.
 */
function isOnTheWay(complaint: Complaint, path: readonly string[]): boolean {
  return complaint.path.every((step, i) => path[i] === step);
}
