import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupFolder, resourceFile } from '../../../generator/layout/folders.js';
import { groupAccessor } from '../../../generator/names/accessors.js';
import { definitionModule } from '../../../generator/layout/definitions.js';
import { camelCase, kindTypeName, lowerCamel, pascalSegment } from '../../../generator/names/identifiers.js';

describe('names', () => {
  it.each([
    ['', 'core'],
    ['apps', 'apps'],
    ['networking.k8s.io', 'networking'],
    ['rbac.authorization.k8s.io', 'rbacAuthorization'],
    ['flowcontrol.apiserver.k8s.io', 'flowcontrolApiserver'],
    ['gateway.networking.k8s.io', 'gatewayNetworkingK8sIo'],
    ['networking.istio.io', 'networkingIstioIo'],
    ['cert-manager.io', 'certManagerIo'],
    ['example.com', 'exampleCom'],
    ['3scale.net', '_3scaleNet'],
    ['default', 'default_'],
    ['class', 'class_'],
    ['constructor', 'constructor_'],
  ])('the accessor of group %j is %s', (group, accessor) => {
    expect(groupAccessor(group)).toBe(accessor);
  });

  it.each([
    ['Widget', 'Widget'],
    ['GRPCRoute', 'GRPCRoute'],
    ['postgresql', 'Postgresql'],
    ['VersionInformers', 'VersionInformers_'],
    ['Foo-Bar', 'Foo_Bar'],
    ['Object', 'Object'],
  ])('the type of kind %s is %s', (kind, name) => {
    expect(kindTypeName(kind)).toBe(name);
  });

  it.each([
    ['Widget', 'widget'],
    ['IPPool', 'ipPool'],
    ['CSINode', 'csiNode'],
    ['APIService', 'apiService'],
    ['MFA', 'mfa'],
  ])('functions of %s begin with %s', (name, lower) => {
    expect(lowerCamel(name)).toBe(lower);
  });

  it.each([
    ['podTemplate', 'PodTemplate'],
    ['dest-port', 'DestPort'],
    ['-Xmx', 'Xmx'],
    ['3scale', '3scale'],
    ['-', 'X2d'],
    ['*/', 'X2a_2f'],
  ])('the property %s gives the segment %s', (property, segment) => {
    expect(pascalSegment(property)).toBe(segment);
  });

  it('files and folders of resources never meet those of the output itself', () => {
    expect(['index', 'types', 'widgets'].map(resourceFile)).toEqual(['index_', 'types_', 'widgets']);
    expect(['shared', 'core', ''].map(groupFolder)).toEqual(['shared_', 'core_', 'core']);
  });

  it.each([
    ['io.k8s.api.core.v1.PodSpec', 'core/v1/types.ts', 'PodSpec'],
    ['io.k8s.api.rbac.v1.Role', 'rbac.authorization.k8s.io/v1/types.ts', 'Role'],
    ['io.k8s.api.networking.v1.Ingress', 'networking.k8s.io/v1/types.ts', 'Ingress'],
    [
      'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
      'apiregistration.k8s.io/v1/types.ts',
      'APIService',
    ],
    ['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta', 'shared/io.k8s.apimachinery.pkg.apis.meta.v1.ts', 'ObjectMeta'],
    ['com.github.openshift.api.apps.v1.Spec', 'shared/com.github.openshift.api.apps.v1.ts', 'Spec'],
    ['../../etc/passwd.X', 'shared/____etc_passwd.ts', 'X_c94c39af'],
  ])('definition %s lives in %s as %s', (definition, path, name) => {
    expect(definitionModule(definition)).toEqual({ path, name });
  });

  it('plurals and versions that differ have accessors that differ', () => {
    const label = fc.stringMatching(/^[a-z]([-a-z0-9]{0,6}[a-z0-9])?$/);
    fc.assert(
      fc.property(label, label, (a, b) => {
        expect(camelCase(a) === camelCase(b)).toBe(a === b);
        expect(camelCase(a)).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
      }),
      { numRuns: 2000 },
    );
  });
});
