import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOpenApi } from '../../../generator/input/check-openapi.js';
import type { JsonObject } from '../../../generator/input/json.js';
import { jsonPointer, SchemaError } from '../../../generator/input/problem.js';
import { text } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

/** A document with one schema. */
function withSchema(schema: unknown): JsonObject {
  return { openapi: '3.0.0', paths: {}, components: { schemas: { A: schema } } };
}

/** A document with one path. */
function withPath(item: unknown): JsonObject {
  return { swagger: '2.0', paths: { '/api/v1/pods': item }, definitions: {} };
}

const SCHEMA = '/components/schemas/A';
const PATH = '/paths/~1api~1v1~1pods';

describe('checking an OpenAPI document', () => {
  it.each([
    ['a version that is not known', { swagger: '1.2' }, '/swagger'],
    ['another one', { openapi: '4.0.0' }, '/openapi'],
    ['paths that are a list', { openapi: '3.0.0', paths: [] }, '/paths'],
    ['schemas that are a list', { openapi: '3.0.0', components: { schemas: [] } }, '/components/schemas'],
    ['definitions that are a text', { swagger: '2.0', definitions: 'a' }, '/definitions'],
    ['a path that is a text', withPath('a'), PATH],
    ['an operation that is a list', withPath({ get: [] }), `${PATH}/get`],
    ['an action that is a number', withPath({ get: { 'x-kubernetes-action': 5 } }), `${PATH}/get/x-kubernetes-action`],
    ['a parameter that is a text', withPath({ parameters: ['a'] }), `${PATH}/parameters/0`],
    ['a reference that is a number', withPath({ parameters: [{ $ref: 5 }] }), `${PATH}/parameters/0/$ref`],
    ['a schema that is a text', withSchema('a'), SCHEMA],
    ['a type that is a number', withSchema({ type: 5 }), `${SCHEMA}/type`],
    ['properties that are a list', withSchema({ properties: [] }), `${SCHEMA}/properties`],
    ['a property that is a text', withSchema({ properties: { 'a/b': 'c' } }), `${SCHEMA}/properties/a~1b`],
    ['required that is a text', withSchema({ required: 'a' }), `${SCHEMA}/required`],
    ['enum that is a mapping', withSchema({ items: { enum: {} } }), `${SCHEMA}/items/enum`],
    ['a branch that is a text', withSchema({ allOf: [{}, 'a'] }), `${SCHEMA}/allOf/1`],
    ['a flag that is a text', withSchema({ not: { nullable: 'yes' } }), `${SCHEMA}/not/nullable`],
    [
      'a kind that is a text',
      withSchema({ 'x-kubernetes-group-version-kind': ['a'] }),
      `${SCHEMA}/x-kubernetes-group-version-kind/0`,
    ],
  ])('finds %s, and where it is', (_, document, pointer) => {
    let found: unknown;
    try {
      checkOpenApi(document);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(SchemaError);
    expect(jsonPointer((found as SchemaError).path)).toBe(pointer);
  });

  it('throws nothing else, whatever a document holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue({ maxDepth: 5 }), (schema, item) => {
        for (const document of [withSchema(schema), withPath(item)]) {
          try {
            checkOpenApi(document);
          } catch (error) {
            expect(error).toBeInstanceOf(SchemaError);
          }
        }
      }),
    );
  });

  it('goes as deep as a document does', () => {
    let schema: JsonObject = { type: 'string' };
    for (let i = 0; i < 5000; i += 1) schema = { properties: { a: schema } };
    expect(checkOpenApi(withSchema(schema)).type).toBe('v3');
  });

  it('is reported with file and pointer', async () => {
    const workspace = new Workspace({ 'api.json': text(withSchema({ properties: { a: 5 } })) });
    const { problems } = await workspace.generate({ crd: [], openapi: ['api.json'] });
    expect(problems).toMatchObject([
      {
        severity: 'error',
        message: 'a must be a mapping',
        location: { file: 'api.json', pointer: `${SCHEMA}/properties/a` },
      },
    ]);
  });
});
