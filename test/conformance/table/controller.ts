import { type ConformanceRow, notPorted, ported } from './row.js';

export const controllerRows: readonly ConformanceRow[] = [
  ...ported('controller_test.go', 'informer/controller.conformance.test.ts', [
    'TestHammerController',
    'TestUpdate',
    'TestTransformingInformer',
    'TestTransformingInformerRace',
    'TestPanicPropagated',
  ]),
  ...ported('controller_test.go', 'informer/controller-replace.conformance.test.ts', [
    'TestReplaceEvents',
    'TestResetWatch',
    'TestProcessDeltasInBatch',
    'TestStoreResourceVersion',
    'TestStoreResourceVersionWithNonMetaTransform',
  ]),
  ...ported('controller_test.go', 'api/object-names.conformance.test.ts', [
    'TestDeletionHandlingObjectToName',
    'TestDeletedObjectGetObjectName',
    'TestDeletedObjectGetKey',
  ]),
  ...ported('object-names_test.go', 'api/object-names.conformance.test.ts', ['TestObjectNames']),
  ...['TestNewInformerName', 'TestWithResource', 'TestRelease'].map((goTest) =>
    notPorted(
      'identity_test.go',
      goTest,
      'names of informers only label metrics in client-go; ours need not be unique',
    ),
  ),
];
