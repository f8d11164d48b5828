const TEXT = { type: 'string' };
const TIME = { type: 'string', format: 'date-time' };
const COMMON = { type: TEXT, status: TEXT, reason: TEXT, message: TEXT, lastTransitionTime: TIME };

/** A CRD whose `status.conditions` have these properties; `undefined`: it has none. */
function crd(kind: string, properties: object | undefined, required: readonly string[] = ['type', 'status']): object {
  const plural = `${kind.toLowerCase()}s`;
  const conditions = { type: 'array', items: { type: 'object', required, properties } };
  const status = { type: 'object', properties: { heat: { type: 'integer' }, ...(properties && { conditions }) } };
  const spec = { type: 'object', properties: { size: { type: 'integer' } } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec, status } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind, plural },
      versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema }],
    },
  };
}

const values = ['True', 'False', 'Unknown'];

/** Kinds whose conditions differ. */
export const CRDS: readonly object[] = [
  crd('Boiler', { ...COMMON, status: { type: 'string', enum: values }, observedGeneration: { type: 'integer' } }, [
    'type',
    'status',
    'reason',
    'message',
    'lastTransitionTime',
  ]),
  crd('Plain', { type: TEXT, status: TEXT }),
  crd('Silent', undefined),
  crd('Stateless', { type: TEXT, message: TEXT }, ['type']),
  crd('Listed', {
    ...COMMON,
    type: { type: 'string', enum: ['Ready', 'Deleted'] },
    status: { type: 'string', enum: ['True', 'False'] },
  }),
  crd('Graded', { ...COMMON, severity: { type: 'string', enum: ['Low', 'High'] } }, ['type', 'status', 'severity']),
  crd('Health', { ...COMMON, status: { type: 'string', enum: ['Healthy', 'Degraded'] } }),
  crd('Clocked', { ...COMMON, lastTransitionTime: { type: 'integer' } }, ['type', 'status', 'lastTransitionTime']),
];
