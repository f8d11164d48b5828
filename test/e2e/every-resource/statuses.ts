const time = '2026-01-02T03:04:05Z';
const condition = { type: 'Every', status: 'True', reason: 'Testing', message: 'every', lastTransitionTime: time };
const plainCondition = { type: 'Every', status: 'True' };

/** What is applied to a status. Conditions are a map by type: others may have theirs beside. */
export interface AppliedStatus {
  readonly conditions?: readonly object[];
  readonly [field: string]: unknown;
}

/**
 * What is applied to the status of each kind that has one, by plural: the same in all versions. The keys are checked against
 * the resources that the server has a status for.
 */
export const statuses: { readonly [plural: string]: AppliedStatus } = {
  apiservices: { conditions: [{ ...plainCondition, type: 'Available' }] },
  certificatesigningrequests: { conditions: [plainCondition] },
  cronjobs: { lastScheduleTime: time },
  customresourcedefinitions: { storedVersions: ['v1'] },
  daemonsets: { currentNumberScheduled: 1, desiredNumberScheduled: 1, numberMisscheduled: 0, numberReady: 1 },
  deployments: { replicas: 1, updatedReplicas: 1, conditions: [plainCondition] },
  devicetaintrules: { conditions: [condition] },
  flowschemas: { conditions: [plainCondition] },
  horizontalpodautoscalers: { currentReplicas: 1, desiredReplicas: 2 },
  ingresses: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
  jobs: { active: 1, ready: 1 },
  namespaces: { conditions: [{ ...plainCondition, type: 'NamespaceDeletionContentFailure' }] },
  nodes: { conditions: [plainCondition], capacity: { cpu: '2' } },
  persistentvolumeclaims: { phase: 'Pending' },
  persistentvolumes: { phase: 'Available' },
  poddisruptionbudgets: {
    disruptionsAllowed: 0,
    currentHealthy: 0,
    desiredHealthy: 1,
    expectedPods: 1,
    conditions: [condition],
  },
  pods: { phase: 'Pending', conditions: [plainCondition] },
  prioritylevelconfigurations: { conditions: [plainCondition] },
  replicasets: { replicas: 1 },
  replicationcontrollers: { replicas: 1 },
  resourceclaims: {},
  resourcepoolstatusrequests: { poolCount: 0, conditions: [condition] },
  resourcequotas: { hard: { pods: '100' }, used: { pods: '1' } },
  servicecidrs: { conditions: [condition] },
  services: { conditions: [condition] },
  statefulsets: { replicas: 1 },
  storageversions: {},
  validatingadmissionpolicies: { observedGeneration: 1 },
  volumeattachments: { attached: false },
};
