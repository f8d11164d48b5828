import { ALL_SEQUENCES } from '../sequences/index.js';
import { CONTROLLER_KINDS } from '../sequences/kinds.js';
import { OTHER_KINDS } from '../sequences/other-kinds.js';
import type { Step } from '../step.js';
import { CUSTOM_SUBJECTS } from './custom-subjects.js';
import { isRecord } from './mutations.js';

export type Body = Readonly<Record<string, unknown>>;

/** A collection that random sequences write to. */
export interface Subject {
  /** The path of the collection; `{ns}` is the namespace. */
  readonly path: string;
  /** What has to be done before anything can be written. */
  readonly preparation: readonly Step[];
  /** Objects that a server takes. */
  readonly good: readonly Body[];
  /** Objects that the permanent sequences create there, good and bad ones. */
  readonly bodies: readonly Body[];
  /** The status is written apart. */
  readonly hasStatus: boolean;
  readonly hasScale: boolean;
  /** Cluster-scoped names carry the namespace, so that runs do not meet. */
  readonly clusterScoped: boolean;
}

const SCALED = /\/(deployments|replicasets|statefulsets|replicationcontrollers)$/;

/** Custom resources, and every built-in kind that the permanent sequences know. */
export function subjects(): Subject[] {
  const sent = sentBodies();
  const builtIn = [...CONTROLLER_KINDS, ...OTHER_KINDS].map((kind): Subject => {
    const minimal = { apiVersion: kind.apiVersion, kind: kind.name.split(' ')[0], ...kind.minimal, metadata: {} };
    return {
      path: kind.path,
      preparation: [],
      good: [minimal],
      bodies: [minimal, ...(sent.get(kind.path) ?? [])],
      hasStatus: kind.hasStatus === true,
      hasScale: SCALED.test(kind.path),
      clusterScoped: kind.clusterScoped === true,
    };
  });
  return [...CUSTOM_SUBJECTS, ...builtIn];
}

function sentBodies(): ReadonlyMap<string, Body[]> {
  const bodies = new Map<string, Body[]>();
  for (const { method, path, body, query, type } of ALL_SEQUENCES.flatMap(({ steps }) => steps)) {
    const plain = method === 'POST' && query === undefined && type === undefined && isRecord(body);
    if (!plain || !isRecord(body['metadata'])) continue;
    bodies.set(path, [...(bodies.get(path) ?? []), body]);
  }
  return bodies;
}
