import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../runtime/src/api/api-error.js';
import type { RequestSummary } from '../../../runtime/src/api/api-error.js';
import type { ApiErrorCode } from '../../../runtime/src/api/informer-error.js';
import type { Status, StatusDetails } from '../../../runtime/src/api/status.js';

const strict = 'Gadget in version "v1" cannot be handled as a Gadget: strict decoding error: ';
const untyped = 'failed to create typed patch object (/a; example.com/v1, Kind=Gadget): ';

/** What kube-apiserver 1.36 answers, and what it means. */
const answers: readonly [string, ApiErrorCode, Status][] = [
  ['a name that is taken', 'AlreadyExists', status(409, 'AlreadyExists', { name: 'a', kind: 'gadgets' })],
  ['a stale version', 'Conflict', status(409, 'Conflict', { name: 'a', kind: 'gadgets' })],
  [
    'a field of another manager',
    'FieldManagerConflict',
    status(409, 'Conflict', { causes: [{ reason: 'FieldManagerConflict', field: '.data.x', message: 'conflict' }] }),
  ],
  ['an object that is not there', 'NotFound', status(404, 'NotFound', { name: 'a', kind: 'gadgets' })],
  ['a resource that is not served', 'ResourceNotFound', { code: 404, message: '404 page not found' }],
  [
    'a resource that discovery lists no more',
    'ResourceNotFound',
    status(404, 'NotFound', {}, 'the server could not find the requested resource'),
  ],
  ['values that are out of range', 'Invalid', status(422, 'Invalid', { name: 'a', causes: [] })],
  ['no permission', 'Forbidden', status(403, 'Forbidden', { name: 'a', kind: 'gadgets' })],
  [
    'a namespace that is going away',
    'NamespaceTerminating',
    status(403, 'Forbidden', { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] }),
  ],
  ['a continue token that is too old', 'Expired', status(410, 'Expired')],
  ['too many requests', 'TooManyRequests', status(429, 'TooManyRequests')],
  ['a request that took too long', 'Timeout', status(504, 'Timeout')],
  ['a storage that is busy', 'Timeout', status(500, 'ServerTimeout')],
  ['an unknown field in an object', 'UnknownField', status(400, 'BadRequest', {}, `${strict}unknown field "spec.x"`)],
  [
    'an unknown field in an intent',
    'UnknownField',
    { code: 500, message: `${untyped}.spec.x: field not declared in schema` },
  ],
  ['a broken server', 'InternalError', status(500, 'InternalError')],
  ['a broken server that says no reason', 'InternalError', { code: 500, message: 'panic' }],
  ['a type that the server does not take', 'UnsupportedMediaType', status(415, 'UnsupportedMediaType')],
];

function status(
  code: number,
  reason: string,
  details: StatusDetails = {},
  message = 'the words of the server',
): Status {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, details, message };
}

describe('an error of the API server', () => {
  it.each(answers)('has a code of its own for %s', (_what, code, sent) => {
    expect(new ApiError(sent).code).toBe(code);
  });

  it.each<[RequestSummary, string]>([
    [{ verb: 'list', resource: 'pods', namespace: 'default' }, 'list pods'],
    [{ verb: 'get', resource: 'nodes', name: 'n1' }, 'get nodes n1'],
    [
      { verb: 'patch', resource: 'gadgets.example.com', subresource: 'status', namespace: 'default', name: 'a' },
      'patch gadgets.example.com/status default/a',
    ],
  ])('says verb, resource, name and what the server said: %o', (request, where) => {
    expect(new ApiError(status(403, 'Forbidden'), request).message).toBe(
      `${where}: 403 Forbidden: the words of the server`,
    );
  });

  it('names who owns which field, also one with quotes in its name or written through a subresource', () => {
    const causes = [
      { reason: 'FieldManagerConflict', field: '.data.x', message: 'conflict with "one"' },
      {
        reason: 'FieldManagerConflict',
        field: '.status.size',
        message: 'conflict with "a \\"b\\"" with subresource "status" using example.com/v1 at 2026-01-01T00:00:00Z',
      },
      { reason: 'FieldManagerConflict', field: '.odd', message: 'something new' },
      { reason: 'Other', field: '.data.y', message: 'conflict with "one"' },
    ];
    expect(new ApiError(status(409, 'Conflict', { causes })).fieldConflicts).toEqual([
      { field: '.data.x', manager: 'one' },
      { field: '.status.size', manager: 'a "b"', subresource: 'status' },
      { field: '.odd', manager: '' },
    ]);
  });

  it('names what is wrong with which field', () => {
    const causes = [
      { reason: 'FieldValueRequired', field: 'spec.mode', message: 'Required value' },
      { message: 'no field' },
      { field: 'spec.size' },
    ];
    expect(new ApiError(status(422, 'Invalid', { causes })).fieldErrors).toEqual([
      { field: 'spec.mode', reason: 'FieldValueRequired', message: 'Required value' },
      { field: 'spec.size', reason: '', message: '' },
    ]);
  });

  it('names the fields that the server does not know, in all three ways of the server', () => {
    const object = { code: 400, message: `${strict}unknown field "spec.ports[0].q", unknown field "spec.s\\"x"` };
    expect(new ApiError(object).unknownFields).toEqual(['spec.ports[0].q', 'spec.s"x']);
    const patch = {
      code: 422,
      message: ' "" is invalid: patch: Invalid value: "{…}": strict decoding error: unknown field "dat"',
    };
    expect(new ApiError(patch).unknownFields).toEqual(['dat']);
    const intent = { code: 500, message: `${untyped}.spec.ports[0].q: field not declared in schema` };
    expect(new ApiError(intent).unknownFields).toEqual(['spec.ports[0].q']);
    expect(new ApiError(status(409, 'Conflict', {}, object.message)).unknownFields).toEqual([]);
  });

  it('does not repeat the object in its message, which may be a secret', () => {
    const sent = '{\\"data\\":{\\"password\\":\\"hunter2\\"}}';
    const message = ` "" is invalid: patch: Invalid value: "${sent}": strict decoding error: unknown field "dat"`;
    const request = { verb: 'patch', resource: 'secrets', namespace: 'default', name: 'a' };
    const error = new ApiError(status(422, 'Invalid', {}, message), request);
    expect(error.message).toBe(
      'patch secrets default/a: 422 Invalid: unknown field dat (this version of the server has no such field)',
    );
    expect(error.status.message).toBe(message);
  });
});
