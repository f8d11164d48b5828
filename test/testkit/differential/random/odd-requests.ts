import { APPLY, JSON_PATCH, MERGE, patch, post, put, remove, STRATEGIC } from '../step.js';
import type { Step } from '../step.js';
import type { Operation } from './operations.js';
import type { Body } from './subject.js';

/** Where an odd request goes, and with what. */
export interface OddTarget {
  readonly path: string;
  readonly one: string;
  readonly name: string;
  readonly body: Body;
}

/** A request as a program with a mistake in it sends. */
export function oddRequest(title: string, { path, one, name, body }: OddTarget, { variant, manager }: Operation): Step {
  const text = JSON.stringify(body);
  const apply = { type: APPLY, query: { fieldManager: manager } };
  const choices: readonly Step[] = [
    post(title, path, text.slice(0, -3)),
    post(title, path, text, { type: 'text/plain' }),
    post(title, path, { ...body, kind: 'Odd' }),
    post(title, path, { ...body, apiVersion: 'odd.example.org/v1' }),
    post(title, path, { ...body, apiVersion: undefined, kind: undefined }),
    post(title, path, { ...body, metadata: { name: 'N'.repeat(300) } }),
    post(title, path, { ...body, metadata: undefined }),
    post(title, path, body, { query: { dryRun: 'Some' } }),
    post(title, path, body, { query: { fieldValidation: 'Odd' } }),
    post(title, path, body, { query: { fieldManager: 'bad\u0007manager' } }),
    post(title, one, body),
    put(title, path, body),
    put(title, one, { ...body, metadata: { name: `${name}-other` } }),
    put(title, one, { ...body, metadata: { name, namespace: 'other' } }),
    put(title, one, { ...body, metadata: {} }),
    patch(title, one, { metadata: { name: 'other' } }),
    patch(title, one, { kind: 'Odd' }),
    patch(title, one, 'no json'),
    patch(title, one, '[]', { type: MERGE }),
    patch(title, one, '{"op": "add"}', { type: JSON_PATCH }),
    patch(title, one, [{ op: 'odd', path: '/spec' }], { type: JSON_PATCH }),
    patch(title, one, {}, { type: 'application/json' }),
    patch(title, one, {}, { type: STRATEGIC, query: { force: 'true' } }),
    patch(title, one, body, { type: APPLY }),
    patch(title, one, { ...body, metadata: { name: 'other' } }, apply),
    patch(title, one, { ...body, apiVersion: 'v9' }, apply),
    patch(title, one, { metadata: { name } }, apply),
    patch(title, one, { ...body, metadata: { name, managedFields: [{ manager: 'x' }] } }, apply),
    patch(title, one, `${text}\n---\n${text}`, apply),
    patch(title, one, 'a: [b', apply),
    remove(title, one, 'no json'),
    remove(title, one, { kind: 'Odd', apiVersion: 'v1' }),
    remove(title, one, { propagationPolicy: 'Odd' }),
    remove(title, one, { gracePeriodSeconds: -1 }),
    remove(title, one, undefined, { query: { dryRun: 'Odd' } }),
    remove(title, one, undefined, { query: { gracePeriodSeconds: 'x' } }),
    { title, method: 'OPTIONS', path: one },
    { title, method: 'POST', path: path.replace('{ns}/', '{ns}-none/'), body },
    { title, method: 'GET', path: `${one}/a/b` },
  ];
  return choices[variant % choices.length] as Step;
}
