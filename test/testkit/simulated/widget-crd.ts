const specSchema = { type: 'object', properties: { color: { type: 'string' }, replicas: { type: 'integer' } } };

/** A CRD with everything that the simulated server knows of CRDs: two versions, status, scale, fields, columns. */
export function widgetCrdOf(group: string, spec: object = specSchema): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'] },
      versions: ['v1', 'v1beta1'].map((name) => ({
        name,
        served: true,
        storage: name === 'v1',
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        selectableFields: [{ jsonPath: '.spec.color' }],
        additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec,
              status: { type: 'object', properties: { replicas: { type: 'integer' } } },
            },
          },
        },
      })),
    },
  };
}

/** The same in the group `example.com`. */
export const widgetCrd: object = widgetCrdOf('example.com');

/** The same, with a spec that may have any field. */
export const openWidgetCrd: object = widgetCrdOf('example.com', {
  ...specSchema,
  'x-kubernetes-preserve-unknown-fields': true,
});

/** Where its objects in the namespace `default` are. */
export const widgets = '/apis/example.com/v1/namespaces/default/widgets';
