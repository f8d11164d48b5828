import type { ControllerRow } from './row.js';
import { notPorted, provenBy } from './row.js';

const controllerutil = 'pkg/controller/controllerutil/controllerutil_test.go';
const finalizers = 'runtime/controller/helpers/finalizers.test.ts';
const owners = 'runtime/controller/helpers/owner-references.test.ts';
const conditions = 'runtime/controller/helpers/conditions.test.ts';
const controllers = 'runtime/controller/reconcile/controllers.test.ts';

/** Finalizers, owner references and conditions: controller-runtime and apimachinery. */
export const helperRows: readonly ControllerRow[] = [
  ...provenBy('pkg/finalizer/finalizer_test.go', controllers, {
    'successfully registers a finalizer': 'stores its finalizers before it does anything',
    'should fail when trying to register a finalizer that was already registered': 'refuses the same finalizer twice',
    'successfully finalizes multiple finalizers and returns true for Updated when deletion timestamp is not nil and the finalizer exists':
      'stores its finalizers before it does anything, and cleans up in their order',
    'should return result as false and a non-nil error': 'keeps the finalizer of a cleanup that fails',
    'should return expected result values and error values when registering multiple finalizers':
      'keeps the finalizer of a cleanup that fails, does the others',
  }),
  ...provenBy('pkg/finalizer/finalizer_test.go', finalizers, {
    'successfully finalizes and returns true for Updated when deletion timestamp is nil and finalizer does not exist':
      'tests that the list is not there',
    'successfully finalizes and returns true for Updated when deletion timestamp is not nil and the finalizer exists':
      'tests each index before it removes it',
    "should return no error and return false for Updated when deletion timestamp is nil and finalizer doesn't exist":
      'is done where it is not there',
    "should return no error and return false for Updated when deletion timestamp is not nil and the finalizer doesn't exist":
      'sends nothing where it is there, and nothing where the object is being deleted',
  }),
  ...provenBy(controllerutil, finalizers, {
    'should add the finalizer when not present': 'tests that the list is not there',
    'should not add the finalizer when already present': 'sends nothing where it is there',
    'should remove finalizer if present': 'finds its index again where others moved it',
    'should remove all equal finalizers if present': 'tests each index before it removes it, the last first',
    'should check that finalizer is present': 'is %s',
  }),
  ...provenBy(controllerutil, owners, {
    'should set ownerRef on an empty list': 'has no flags unless it is told to',
    'should set the BlockOwnerDeletion if it is specified as an option': 'has no flags unless it is told to',
    'should not duplicate owner references': 'never changes the list that was given',
    'should update the reference': 'replaces one to an owner of the same kind and name',
    'should remove the owner reference': 'is removed by kind and name',
    'should return true if the object has the owner reference': 'is removed by kind and name, and looked for by uid',
    'should return false if the object does not have the owner reference':
      'is removed by kind and name, and looked for',
    'should return true when HasControllerReference evaluates owner reference set by SetControllerReference':
      'is removed by kind and name, and looked for by uid',
    'should set the OwnerReference if it can find the group version kind':
      'has the type of the resource, and both flags',
    'should return an error if object is already owned by another controller':
      'is refused where another controls the object',
    'should not duplicate existing owner reference': 'never changes the list that was given',
    "should replace the owner reference if it's already present": 'replaces one to an owner of the same kind and name',
    "should return an error if it's setting a cross-namespace owner reference": 'is refused %s',
    "should return an error if it's owner is namespaced resource but dependant is cluster-scoped resource":
      'is refused %s',
    'should not return any error if the existing owner has a different version':
      'replaces one to an owner of the same kind and name',
  }),
  ...notPorted(controllerutil, {
    "should error when trying to remove the reference that doesn't exist": 'removing what is not there changes nothing',
    "should error when trying to remove an owner that doesn't exist": 'the same',
    "should error when RemoveControllerReference owner's controller is set to false":
      'there is one way to remove a reference, by owner, whatever its flags',
    'should error when RemoveControllerReference passed in owner is not the owner': 'the same',
    "should return an error if it can't find the group version kind of the owner": 'the type comes from the resource',
    "should return an error if the owner isn't a runtime.Object": 'types forbid it',
  }),
  ...provenBy('pkg/api/meta/conditions_test.go', conditions, {
    TestSetStatusCondition: 'changes the time of transition with the status, and with nothing else',
    TestRemoveStatusCondition: 'removes by type',
    TestFindStatusCondition: 'finds by type',
    TestIsStatusConditionPresentAndEqual: 'does not believe one that was observed on an older generation',
  }),
];
