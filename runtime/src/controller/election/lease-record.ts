import type { KubernetesObject } from '../../api/object.js';
import { defineResource } from '../../api/resource.js';
import { toMicroTime } from '../helpers/times.js';
import type { Resource } from '../../api/resource.js';

/** Who leads, since when, and how long that holds: what candidates agree on. Times are those of the holder's clock. */
export interface LeaderElectionRecord {
  /** `''`: released, free for everybody. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  /** Milliseconds since the epoch; undefined where the record has none. */
  readonly acquireTime?: number | undefined;
  readonly renewTime?: number | undefined;
  /** How often the holder has changed. */
  readonly leaderTransitions: number;
  /** Only of coordinated elections: how the server chooses. */
  readonly strategy?: string | undefined;
  /** Only of coordinated elections: who is to lead next. */
  readonly preferredHolder?: string | undefined;
}

/** The `spec` of a Lease, as on the wire. */
export interface LeaseSpec {
  readonly holderIdentity?: string | undefined;
  readonly leaseDurationSeconds?: number | undefined;
  readonly acquireTime?: string | undefined;
  readonly renewTime?: string | undefined;
  readonly leaseTransitions?: number | undefined;
  readonly strategy?: string | undefined;
  readonly preferredHolder?: string | undefined;
}

/** A Lease of coordination.k8s.io/v1, as far as elections need it. */
export interface LeaseObject extends KubernetesObject {
  readonly spec?: LeaseSpec | undefined;
}

export const leaseResource: Resource<LeaseObject> = /* @__PURE__ */ defineResource<LeaseObject>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
});

/** What a Lease says. */
export function recordOf(spec: LeaseSpec = {}): LeaderElectionRecord {
  return {
    holderIdentity: spec.holderIdentity ?? '',
    leaseDurationSeconds: spec.leaseDurationSeconds ?? 0,
    acquireTime: timeOf(spec.acquireTime),
    renewTime: timeOf(spec.renewTime),
    leaderTransitions: spec.leaseTransitions ?? 0,
    ...(spec.strategy !== undefined && spec.strategy !== '' && { strategy: spec.strategy }),
    ...(spec.preferredHolder !== undefined && spec.preferredHolder !== '' && { preferredHolder: spec.preferredHolder }),
  };
}

/** What a Lease must say. The server refuses times that have not exactly six digits after the second. */
export function specOf(record: LeaderElectionRecord): LeaseSpec {
  const { acquireTime, renewTime, strategy, preferredHolder } = record;
  return {
    holderIdentity: record.holderIdentity,
    leaseDurationSeconds: record.leaseDurationSeconds,
    ...(acquireTime !== undefined && { acquireTime: toMicroTime(acquireTime) }),
    ...(renewTime !== undefined && { renewTime: toMicroTime(renewTime) }),
    leaseTransitions: record.leaderTransitions,
    ...(strategy !== undefined && { strategy }),
    ...(preferredHolder !== undefined && { preferredHolder }),
  };
}

/** The record as client-go's candidates compare it: to them, two renewals within one second are the same. */
export function textInSeconds(record: LeaderElectionRecord): string {
  const seconds = (time: number | undefined): number | undefined => time && Math.floor(time / 1000);
  return JSON.stringify({
    ...record,
    acquireTime: seconds(record.acquireTime),
    renewTime: seconds(record.renewTime),
  });
}

function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
