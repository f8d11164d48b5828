/** The CRD of an operator for which none was given: a Greeting becomes a ConfigMap. */
export function sampleCrd(group: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: greetings.${group}
spec:
  group: ${group}
  scope: Namespaced
  names: { kind: Greeting, plural: greetings, singular: greeting, listKind: GreetingList }
  versions:
    - name: v1alpha1
      served: true
      storage: true
      subresources: { status: {} }
      additionalPrinterColumns:
        - { name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status' }
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [text]
              properties:
                text: { type: string, minLength: 1 }
            status:
              type: object
              properties:
                observedGeneration: { type: integer, format: int64 }
                conditions:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [type]
                  items:
                    type: object
                    required: [type, status, reason, message, lastTransitionTime]
                    properties:
                      type: { type: string }
                      status: { type: string, enum: ['True', 'False', Unknown] }
                      reason: { type: string }
                      message: { type: string }
                      lastTransitionTime: { type: string, format: date-time }
                      observedGeneration: { type: integer, format: int64 }
`;
}
