import { expect, it } from 'vitest';
import { builtIn, openApi } from '../diff/openapi-fixture.js';
import { Workspace } from '../support/workspace.js';

it('objects that two definitions of a module spell out have names of their own, even where their paths meet', async () => {
  const object = (properties: Record<string, unknown>): object => ({ type: 'object', properties });
  const name = (kind: string): string => `io.k8s.api.core.v1.${kind}`;
  const document = openApi(
    [{ ...builtIn('', 'v1', 'Thing', 'things'), properties: { a: { $ref: `#/definitions/${name('Part')}` } } }],
    {
      [name('Part')]: object({
        sizeWidth: object({ value: { type: 'string' } }),
        size: { $ref: `#/definitions/${name('PartSize')}` },
      }),
      [name('PartSize')]: object({ width: object({ value: { type: 'integer' } }) }),
    },
  );
  const workspace = new Workspace({ 'api.json': document });
  const report = await workspace.generate({ crd: [], openapi: ['api.json'], verify: 'types' });
  expect(report.problems).toEqual([]);
  const types = workspace.read('generated/core/v1/types.ts');
  expect(types).toContain('export interface PartSizeWidth {\n  readonly value?: string | undefined;\n}');
  expect(types).toContain('export interface PartSize_Width {\n  readonly value?: number | undefined;\n}');
});
