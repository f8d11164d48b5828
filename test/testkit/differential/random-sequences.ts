import fc from 'fast-check';
import { ALL_SEQUENCES } from './sequences/index.js';
import { APPLY, get, JSON_PATCH, MERGE, patch, post, put, remove, STRATEGIC } from './step.js';
import type { Sequence, Step, StepOptions } from './step.js';

type Body = Readonly<Record<string, unknown>>;

/** A collection that random sequences write to. */
export interface Subject {
  readonly path: string;
  /** What has to be done before anything can be written. */
  readonly preparation: readonly Step[];
  /** Objects that the permanent sequences create there, good and bad ones. */
  readonly bodies: readonly Body[];
  readonly strategic: boolean;
}

const CUSTOM = 'custom resources: create';

/** Every namespaced collection that the permanent sequences create at least three objects in. */
export function subjects(): Subject[] {
  const bodies = new Map<string, Body[]>();
  for (const { steps } of ALL_SEQUENCES) {
    for (const { method, path, body, query, type } of steps) {
      const plain = method === 'POST' && query === undefined && type === undefined && isObject(body);
      if (!plain || !/\/namespaces\/\{ns\}\/[a-z]+$/.test(path) || !isObject(body['metadata'])) continue;
      bodies.set(path, [...(bodies.get(path) ?? []), body]);
    }
  }
  const definition = ALL_SEQUENCES.find(({ name }) => name === CUSTOM)?.steps.slice(0, 3) ?? [];
  return [...bodies]
    .filter(([path, found]) => found.length > 2 && (!path.includes('example.com') || path.endsWith('/websites')))
    .map(([path, found]) => {
      const isCustom = path.includes('example.com');
      return { path, bodies: found, preparation: isCustom ? definition : [], strategic: !isCustom };
    });
}

const operation = fc.record({
  do: fc.constantFrom('create', 'replace', 'merge', 'strategic', 'apply', 'operations', 'status', 'delete', 'read'),
  name: fc.constantFrom('x', 'x', 'y'),
  one: fc.nat(10_000),
  other: fc.nat(10_000),
  flag: fc.boolean(),
  manager: fc.constantFrom('a', 'b'),
  dryRun: fc.constantFrom(false, false, false, true),
});
type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never;

/** Plausible requests about objects of one collection: those of the permanent sequences, mixed anew. */
export function randomSequence(subject: Subject): fc.Arbitrary<Sequence> {
  return fc.array(operation, { minLength: 2, maxLength: 12 }).map((operations) => ({
    name: `random ${subject.path}`,
    steps: [
      ...subject.preparation,
      ...operations.map((asked, index) => stepOf(subject, asked, `${index}: ${asked.do} ${asked.name}`)),
    ],
  }));
}

function stepOf(subject: Subject, asked: Operation, title: string): Step {
  const one = `${subject.path}/${asked.name}`;
  const [body, other] = [pick(subject.bodies, asked.one), pick(subject.bodies, asked.other)];
  const id = asked.name;
  const query = asked.dryRun ? { dryRun: 'All' } : {};
  const options: StepOptions = asked.dryRun ? { query } : { id };
  const version = asked.flag ? { resourceVersion: `{{${id}:metadata.resourceVersion}}` } : {};
  switch (asked.do) {
    case 'create':
      return post(title, subject.path, named(body, asked.name), options);
    case 'replace':
      return put(title, one, named(body, asked.name, version), options);
    case 'merge':
      return patch(title, one, changeOf(body, other), { ...options, type: MERGE });
    case 'strategic':
      return patch(title, one, changeOf(body, other), { ...options, type: subject.strategic ? STRATEGIC : MERGE });
    case 'apply': {
      const force = asked.flag ? { force: 'true' } : {};
      const applied = { ...query, fieldManager: asked.manager, ...force };
      return patch(title, one, named(body, asked.name), { type: APPLY, query: applied });
    }
    case 'operations':
      return patch(title, one, operationsOf(body, other), { ...options, type: JSON_PATCH });
    case 'status':
      return get(title, `${one}/status`);
    case 'delete':
      return remove(title, one, { gracePeriodSeconds: 0 }, { query });
    case 'read':
      return get(title, one, { id });
  }
}

function pick(bodies: readonly Body[], index: number): Body {
  return bodies[index % bodies.length] ?? {};
}

function named(body: Body, name: string, more: object = {}): Body {
  const { name: _name, generateName: _prefix, ...metadata } = isObject(body['metadata']) ? body['metadata'] : {};
  return { ...body, metadata: { ...metadata, name, ...more } };
}

/** A change that says what an object has, without its identity. */
function changeOf(body: Body, other: Body): Body {
  const { kind: _kind, apiVersion: _version, metadata, ...content } = body;
  const { labels, annotations, finalizers } = { ...(metadata as Body), ...(other['metadata'] as Body) };
  return { ...content, metadata: { labels, annotations, finalizers } };
}

function operationsOf(body: Body, other: Body): readonly object[] {
  const { kind: _kind, apiVersion: _version, metadata: _metadata, ...content } = body;
  const replaced = Object.entries(content).map(([field, value]) => ({ op: 'add', path: `/${field}`, value }));
  const { labels = { a: 'b' } } = other['metadata'] as Body;
  return [...replaced, { op: 'add', path: '/metadata/labels', value: labels }];
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
