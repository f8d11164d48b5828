import { jobResource } from '@informer-gen/kubernetes/batch/v1/jobs';
import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';
import { nodeResource } from '@informer-gen/kubernetes/core/v1/nodes';
import { podResource } from '@informer-gen/kubernetes/core/v1/pods';
import { describe, expect, it } from 'vitest';
import { conditionFactsOf } from '../../../generator/model/condition-fields.js';
import { crd } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const TEXT = { type: 'string' };
const TIME = { type: 'string', format: 'date-time' };
const INTEGER = { type: 'integer', format: 'int64' };
const STANDARD = {
  lastTransitionTime: TIME,
  message: TEXT,
  observedGeneration: INTEGER,
  reason: TEXT,
  status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
  type: TEXT,
};
const ORDERED = ['type', 'status', 'reason', 'message', 'lastTransitionTime', 'observedGeneration'];

/** A schema whose `status.conditions` are this. */
const withConditions = (conditions: unknown): { readonly [name: string]: unknown } => ({
  type: 'object',
  properties: { status: { type: 'object', properties: { conditions } } },
});
const listOf = (items: unknown): unknown => ({ type: 'array', items });
const objectsOf = (properties: object, more: object = {}): unknown => listOf({ type: 'object', properties, ...more });
const fieldsOf = (conditions: unknown): readonly string[] => conditionFactsOf(withConditions(conditions)).fields;

describe('the fields of the conditions of a CRD', () => {
  it.each<readonly [what: string, conditions: unknown, expected: readonly string[]]>([
    [
      'the common ones first, in a fixed order',
      objectsOf({ zone: TEXT, ...STANDARD, area: TEXT }),
      [...ORDERED, 'area', 'zone'],
    ],
    ['without those that the schema lacks', objectsOf({ type: TEXT, status: TEXT }), ['type', 'status']],
    [
      'without those whose type cannot hold what is written',
      objectsOf({
        type: TEXT,
        status: { type: 'boolean' },
        lastTransitionTime: { type: 'integer' },
        lastUpdateTime: { type: 'string', format: 'date' },
        observedGeneration: TEXT,
      }),
      ['type'],
    ],
    [
      'with a time without a format, and a generation that is an integer or a string',
      objectsOf({
        type: TEXT,
        status: TEXT,
        lastTransitionTime: TEXT,
        lastProbeTime: TIME,
        observedGeneration: { anyOf: [INTEGER, TEXT], 'x-kubernetes-int-or-string': true },
      }),
      ['type', 'status', 'lastTransitionTime', 'observedGeneration', 'lastProbeTime'],
    ],
    [
      'all of metav1.Condition where unknown fields are preserved',
      objectsOf({}, { 'x-kubernetes-preserve-unknown-fields': true }),
      ORDERED,
    ],
    [
      'only the declared ones where these are enough',
      objectsOf({ type: TEXT, status: TEXT }, { 'x-kubernetes-preserve-unknown-fields': true }),
      ['type', 'status'],
    ],
    ['none of a list of strings', listOf(TEXT), []],
    ['none of a map', { type: 'object', additionalProperties: { type: 'object', properties: STANDARD } }, []],
    ['none where there are no conditions', undefined, []],
  ])('are %s', (_what, conditions, expected) => {
    expect(fieldsOf(conditions)).toEqual(expected);
  });

  it('are in the generated resource, which says where a message must not be empty', async () => {
    const message = { type: 'string', minLength: 1 };
    const schema = withConditions(objectsOf({ ...STANDARD, message }));
    const versions = [
      { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: schema } },
    ];
    const workspace = new Workspace({ 'crds/widget.json': JSON.stringify(crd({ versions })) });
    await workspace.generate({ crd: ['crds'] });
    const text = workspace.read('generated/example.com/v1/widgets.ts');
    expect(text).toContain(`  conditionFields: [${ORDERED.map((name) => `'${name}'`).join(', ')}],\n`);
    expect(text).toContain("  statusTraits: ['nonEmptyMessage'],\n");
  });
});

describe('the fields of the conditions of built-in kinds', () => {
  it('are those of the schema, behind all references', () => {
    const plain = ORDERED.slice(0, 5);
    expect(podResource.conditionFields).toEqual([...ORDERED, 'lastProbeTime']);
    expect(jobResource.conditionFields).toEqual([...plain, 'lastProbeTime']);
    expect(nodeResource.conditionFields).toEqual([...plain, 'lastHeartbeatTime']);
    expect(configMapResource).not.toHaveProperty('conditionFields');
    expect(podResource.project('spec.nodeName').conditionFields).toBe(podResource.conditionFields);
  });
});
