import type { ResourceTypes } from '../../../generated/preview/generic.js';
import type { Fixtures } from './fixture.js';
import { mutatingPolicy, resourceSlice } from './fixtures-groups.js';

const leaseCandidate = {
  leaseName: 'every',
  binaryVersion: '1.0.0',
  emulationVersion: '1.0.0',
  strategy: 'OldestEmulationVersion',
};
const taint = { key: 'example.com/every', effect: 'NoSchedule' };

/** Objects of the versions that are not stable. */
export const preview = {
  'admissionregistration.k8s.io/v1alpha1': {
    mutatingadmissionpolicies: { spec: mutatingPolicy },
    mutatingadmissionpolicybindings: { spec: { policyName: 'none' } },
  },
  'admissionregistration.k8s.io/v1beta1': {
    mutatingadmissionpolicies: { spec: mutatingPolicy },
    mutatingadmissionpolicybindings: { spec: { policyName: 'none' } },
  },
  'coordination.k8s.io/v1alpha2': { leasecandidates: { spec: leaseCandidate } },
  'coordination.k8s.io/v1beta1': { leasecandidates: { spec: leaseCandidate } },
  'internal.apiserver.k8s.io/v1alpha1': { storageversions: { name: 'every.things', spec: {}, status: {} } },
  'networking.k8s.io/v1beta1': {
    ipaddresses: {
      name: '10.0.0.99',
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'every-v1' } },
    },
    servicecidrs: { spec: { cidrs: ['10.2.0.0/24'] } },
  },
  'resource.k8s.io/v1alpha3': {
    devicetaintrules: { spec: { taint } },
    resourcepoolstatusrequests: { spec: { driver: 'every.example.com' } },
  },
  'resource.k8s.io/v1beta1': {
    deviceclasses: { spec: {} },
    resourceclaims: { spec: {} },
    resourceclaimtemplates: { spec: { spec: {} } },
    resourceslices: { spec: resourceSlice },
  },
  'resource.k8s.io/v1beta2': {
    deviceclasses: { spec: {} },
    devicetaintrules: { spec: { taint } },
    resourceclaims: { spec: {} },
    resourceclaimtemplates: { spec: { spec: {} } },
    resourceslices: { spec: resourceSlice },
  },
  'storage.k8s.io/v1beta1': { volumeattributesclasses: { driverName: 'every.example.com', parameters: { a: 'b' } } },
} satisfies Fixtures<ResourceTypes>;
