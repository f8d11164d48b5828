import { APPLY, get, JSON_PATCH, patch, post, put, remove, STRATEGIC } from '../step.js';
import type { Sequence, Step } from '../step.js';
import type { Kind } from './kinds.js';

/** What a request of an object's life needs to know of its kind. */
interface Life extends Kind {
  readonly one: string;
  readonly object: (more?: object, metadata?: object) => Record<string, unknown>;
}

/** The life of an object of any kind: made, read, changed in every way, deleted. */
export function lifeOf(kind: Kind): Sequence {
  const name = kind.clusterScoped ? '{ns}-x' : 'x';
  const life: Life = {
    ...kind,
    one: `${kind.path}/${name}`,
    object: (more = {}, metadata = {}) => ({
      apiVersion: kind.apiVersion,
      kind: kind.name.split(' ')[0],
      ...kind.minimal,
      ...more,
      metadata: { name, ...metadata },
    }),
  };
  return {
    name: `the life of a ${kind.name}`,
    steps: [
      ...beginning(life),
      ...changes(life),
      ...(kind.hasStatus ? statusChanges(life) : []),
      ...applies(life),
      ...end(life),
    ],
  };
}

function beginning({ path, one, object, minimal }: Life): Step[] {
  return [
    post('tries the creation', path, object(), { query: { dryRun: 'All' } }),
    get('is not there after the trial', one),
    post('is created', path, object(), { id: 'x' }),
    post('is created again', path, object()),
    post('is created without kind and name', path, { ...minimal, metadata: {} }),
    post('is created with another kind', path, { ...object(), kind: 'Wrong' }),
    post('is created with an unknown field, strictly', path, object({ unknown: 1 }), {
      query: { fieldValidation: 'Strict' },
    }),
    get('is read', one),
    get('is listed by name', path, { query: { fieldSelector: `metadata.name=${one.split('/').at(-1) ?? ''}` } }),
  ];
}

function changes({ one, object, change }: Life): Step[] {
  const labelled = { labels: { l: '1' } };
  return [
    put('is replaced at an old version', one, object({}, { ...labelled, resourceVersion: '1' })),
    put(
      'is replaced at its version',
      one,
      object({}, { ...labelled, resourceVersion: '{{x:metadata.resourceVersion}}' }),
    ),
    put('is replaced at the version before', one, object({}, { resourceVersion: '{{x:metadata.resourceVersion}}' })),
    put('is replaced without a version', one, object({}, { labels: { l: '2' } })),
    put('is replaced with another uid', one, object({}, { uid: '11111111-2222-4333-8444-555555555555' })),
    patch('is merged into', one, change),
    patch('is merged into once more', one, change),
    patch('is merged into strategically', one, { metadata: { labels: { s: '1' } } }, { type: STRATEGIC }),
    patch('is changed by operations', one, [{ op: 'add', path: '/metadata/annotations', value: { o: '1' } }], {
      type: JSON_PATCH,
    }),
    patch('gets an unqualified finalizer', one, { metadata: { finalizers: ['f'] } }, { query: { dryRun: 'All' } }),
    patch('gets a bad label', one, { metadata: { labels: { 'a b': 'c' } } }),
    patch('gets a finalizer', one, { metadata: { finalizers: ['example.com/f'] } }),
  ];
}

function statusChanges({ one }: Life): Step[] {
  return [
    patch('ignores a status in the object', one, { status: { phase: 'Odd' } }),
    get('shows its status', `${one}/status`),
    patch('changes nothing but the status', `${one}/status`, { metadata: { labels: { not: 'here' } }, status: {} }),
  ];
}

function applies({ one, object }: Life): Step[] {
  const { minimal: _minimal, ...applied } = { minimal: 0, ...object({}, { labels: { a: '1' } }) };
  const as = (fieldManager: string, more: object = {}): object => ({ type: APPLY, query: { fieldManager, ...more } });
  return [
    patch('is applied', one, applied, as('one', { force: 'true' })),
    patch('is applied again', one, applied, as('one', { force: 'true' })),
    patch('is applied by another', one, object({}, { labels: { a: '2' } }), as('two')),
    patch('is applied without a manager', one, applied, { type: APPLY }),
  ];
}

function end({ one, path }: Life): Step[] {
  const uid = '11111111-2222-4333-8444-555555555555';
  return [
    remove('is not deleted for another uid', one, { preconditions: { uid } }),
    remove('is deleted in a trial', one, undefined, { query: { dryRun: 'All' } }),
    remove('is deleted but held', one, { gracePeriodSeconds: 0 }),
    patch('is let go', one, { metadata: { finalizers: null } }),
    remove('is deleted without anything to hold it', one, { gracePeriodSeconds: 0 }),
    get('is gone', one),
    remove('is deleted when gone', one),
    get('is listed when gone', path, { query: { labelSelector: 'l=2' } }),
  ];
}
