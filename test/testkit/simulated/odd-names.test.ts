// Fields whose names mean something in JavaScript: for the API server they are names like any other.
import { beforeAll, expect, it } from 'vitest';
import { describeWithApiServer } from '../../setup/api-server.js';
import { compare } from './compared-steps.js';
import type { ComparedAnswers, ComparedStep } from './compared-steps.js';
import { widgetCrdOf } from './widget-crd.js';
import { APPLY, JSON_PATCH, MERGE, STRATEGIC } from './write-sequences.js';

const NAMES = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'toJSON', '__defineGetter__'];

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const WIDGETS = '/apis/{group}/v1/namespaces/{ns}/widgets';
const CMS = '/api/v1/namespaces/{ns}/configmaps';
const SECRETS = '/api/v1/namespaces/{ns}/secrets';
const QUOTAS = '/api/v1/namespaces/{ns}/resourcequotas';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/{ns}/deployments';

/** Some fields are free, some are declared: also under an odd name. */
const spec = {
  type: 'object',
  properties: {
    color: { type: 'string' },
    constructor: { type: 'string' },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    hasOwnProperty: { type: 'object', properties: { x: { type: 'string', default: 'd' } } },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    list: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, v: { type: 'string' } } },
    },
  },
};

/** Bodies are strings: a literal with `__proto__` would set a prototype. */
function stepsOf(name: string, number: number): ComparedStep[] {
  const n = JSON.stringify(name);
  const [a, cm, w] = [`a${number}`, `${CMS}/a${number}`, `${WIDGETS}/a${number}`];
  const config = (rest: string): string => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${a}"}${rest}}`;
  const widget = (rest: string): string =>
    `{"apiVersion":"{group}/v1","kind":"Widget","metadata":{"name":"${a}"}${rest}}`;
  const template = `{"metadata":{"labels":{"a":"b"}},"spec":{${n}:1,"containers":[{"name":"c","image":"i",${n}:{"x":1}}]}}`;
  const write =
    (method: string, type?: string) =>
    (title: string, path: string, body: string): ComparedStep => ({
      title: `${title} ${name}`,
      method,
      path,
      body,
      ...(type !== undefined && { type }),
    });
  const [post, put] = [write('POST'), write('PUT')];
  const [merge, strategic] = [write('PATCH', MERGE), write('PATCH', STRATEGIC)];
  const [json, apply] = [write('PATCH', JSON_PATCH), write('PATCH', APPLY)];
  return [
    post('data', CMS, config(`,"data":{${n}:"1","a":"b"}`)),
    { title: `a read of data ${name}`, path: cm },
    merge('a merge patch of data', cm, `{"data":{${n}:"2"}}`),
    merge('a merge patch that removes data', cm, `{"data":{${n}:null}}`),
    strategic('a strategic merge patch of data', cm, `{"data":{${n}:"3"}}`),
    strategic('a strategic merge patch that removes data', cm, `{"data":{${n}:null}}`),
    json('a JSON patch of data', cm, `[{"op":"add","path":"/data/${name}","value":"4"}]`),
    json(
      'a JSON patch that tests, copies and replaces',
      cm,
      `[{"op":"test","path":"/data/${name}","value":"4"},{"op":"copy","from":"/data/${name}","path":"/data/c"},{"op":"replace","path":"/data/${name}","value":"5"}]`,
    ),
    json('a JSON patch that moves', cm, `[{"op":"move","from":"/data/c","path":"/data/${name}"}]`),
    json('a JSON patch that removes', cm, `[{"op":"remove","path":"/data/${name}"}]`),
    json('a JSON patch that removes nothing', cm, `[{"op":"remove","path":"/data/${name}"}]`),
    json('a JSON patch that tests for nothing', cm, `[{"op":"test","path":"/data/${name}","value":null}]`),
    json('a JSON patch below nothing', cm, `[{"op":"add","path":"/${name}/a","value":1}]`),
    apply('an apply of data', `${cm}?fieldManager=me`, config(`,"data":{${n}:"6"}`)),
    apply('an apply in conflict', `${cm}?fieldManager=other`, config(`,"data":{${n}:"7"}`)),
    apply('an apply by force', `${cm}?fieldManager=other&force=true`, config(`,"data":{${n}:"7"}`)),
    apply('an apply without', `${cm}?fieldManager=other`, config(',"data":{}')),
    put('a PUT of data', cm, config(`,"data":{${n}:"8"}`)),
    merge('labels and annotations', cm, `{"metadata":{"labels":{${n}:"x"},"annotations":{${n}:"y"}}}`),
    { title: `a selector of ${name}`, path: `${CMS}?labelSelector=${name}&fieldSelector=metadata.name%3D${a}` },
    { title: `a selector without ${name}`, path: `${CMS}?labelSelector=!${name}&fieldSelector=metadata.name%3D${a}` },
    { title: `a field selector of ${name}`, path: `${CMS}?fieldSelector=${name}%3Da` },
    merge('an unknown field', cm, `{${n}:{"a":1}}`),
    merge('an unknown field that is null', cm, `{${n}:null}`),
    strategic('an unknown field in a strategic merge patch', cm, `{${n}:{"a":1}}`),
    post('an unknown field in strict validation', `${CMS}?fieldValidation=Strict`, config(`,${n}:{"a":1}`)),
    post('unknown metadata', `${CMS}?dryRun=All`, `{"metadata":{"name":"x",${n}:{"a":1}}}`),
    apply('an unknown field in an apply', `${cm}?fieldManager=me`, config(`,${n}:{"a":1}`)),
    merge(
      'managed fields',
      cm,
      `{"metadata":{"managedFields":[{"manager":"q","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","time":"2020-01-01T00:00:00Z","fieldsV1":{"f:data":{"f:${name}":{}}}}]}}`,
    ),
    merge(
      'managed fields that are no elements',
      cm,
      `{"metadata":{"managedFields":[{"manager":"r","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","time":"2020-01-01T00:00:00Z","fieldsV1":{"f:data":{${n}:{}}}}]}}`,
    ),
    post('data in YAML', CMS, `kind: ConfigMap\nmetadata: {name: y${a}}\ndata: {"${name}": "1"}\n`),
    post('data of a Secret', SECRETS, `{"metadata":{"name":"${a}"},"stringData":{${n}:"1"},"data":{"x":"eA=="}}`),
    post('the type of a Secret', SECRETS, `{"metadata":{"name":"t${a}"},"type":${n}}`),
    post('the scope of a quota', QUOTAS, `{"metadata":{"name":"${a}"},"spec":{"hard":{"pods":"9"},"scopes":[${n}]}}`),
    post('a resource of a quota', QUOTAS, `{"metadata":{"name":"${a}"},"spec":{"hard":{${n}:"9"}}}`),
    post(
      'a Deployment with unknown fields',
      DEPLOYMENTS,
      `{"metadata":{"name":"${a}"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":${template}}}`,
    ),
    post(
      'a Deployment with labels',
      DEPLOYMENTS,
      `{"metadata":{"name":"l${a}"},"spec":{"selector":{"matchLabels":{${n}:"b"}},"template":{"metadata":{"labels":{${n}:"b"}},"spec":{"nodeSelector":{${n}:"x"},"priorityClassName":${n},"containers":[{"name":"c","image":"i","resources":{"limits":{${n}:"1"}}}]}}}}`,
    ),
    strategic(
      'containers of a Deployment',
      `${DEPLOYMENTS}/${a}`,
      `{"spec":{"template":{"spec":{"containers":[{"name":"c",${n}:{"x":1},"env":[{"name":${n},"value":"1"}]}]}}}}`,
    ),
    merge('the status of a Deployment', `${DEPLOYMENTS}/${a}/status`, `{"status":{${n}:{"a":1},"replicas":1}}`),
    post(
      'a custom resource with',
      WIDGETS,
      widget(
        `,"spec":{"free":{${n}:{"a":1,${n}:[{${n}:1}]}},"map":{${n}:"1"},"list":[{"name":${n},"v":"1"}],"set":[${n}]}`,
      ),
    ),
    { title: `a read of the custom resource with ${name}`, path: w },
    merge('a merge patch of the custom resource with', w, `{"spec":{"free":{${n}:{"b":{${n}:null}}}}}`),
    merge('a merge patch that removes below', w, `{"spec":{"free":{${n}:{${n}:null}}}}`),
    json('a JSON patch below', w, `[{"op":"add","path":"/spec/free/${name}/${name}","value":{${n}:1}}]`),
    apply('an apply below', `${w}?fieldManager=me&force=true`, widget(`,"spec":{"free":{${n}:{${n}:2,"z":1}}}`)),
    apply('an apply without it below', `${w}?fieldManager=me&force=true`, widget(`,"spec":{"free":{${n}:{"z":1}}}`)),
    apply('an apply of lists', `${w}?fieldManager=me&force=true`, widget(`,"spec":{"list":[{"name":${n},"v":"2"}]}`)),
    merge('a pruned field', w, `{"spec":{${n}:"y"}}`),
    apply('a pruned field in an apply', `${w}?fieldManager=me&force=true`, widget(`,"spec":{${n}:"2"}`)),
    merge('a status patch with', `${w}/status`, `{"status":{${n}:{"a":1},"replicas":1}}`),
    json('a JSON patch of the status with', `${w}/status`, `[{"op":"add","path":"/status","value":{${n}:{"a":1}}}]`),
    { title: `the custom resource after all of ${name}`, path: w },
    { title: `a resource named ${name}`, path: `/api/v1/namespaces/{ns}/${name}` },
    { title: `an object named ${name}`, path: `${CMS}/${name}` },
    { title: `a subresource named ${name}`, path: `${cm}/${name}` },
    { title: `a group named ${name}`, path: `/apis/${name}/v1` },
    post('a kind named', CMS, `{"apiVersion":"v1","kind":${n},"metadata":{"name":"k"}}`),
  ];
}

const steps: readonly ComparedStep[] = [
  { title: 'a definition', method: 'POST', path: CRDS, body: widgetCrdOf('{group}', spec), isSetUp: true },
  { title: 'until it is served', path: WIDGETS, untilServed: true, isSetUp: true },
  ...NAMES.flatMap(stepsOf).map((step) =>
    step.title.startsWith('data in YAML') ? { ...step, type: 'application/yaml' } : step,
  ),
];

describeWithApiServer('fields with odd names', (server) => {
  let answers: ComparedAnswers;

  beforeAll(async () => {
    answers = await compare(steps, server());
  }, 240_000);

  it.each(steps.map(({ title }, index) => [title, index] as const))(
    'are answered for as on a real server: %s',
    (_title, index) => {
      expect(answers.simulated[index]).toEqual(answers.real[index]);
    },
  );
});
