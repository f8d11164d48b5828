import { describe, expect, it } from 'vitest';
import { readDocuments } from '../../../generator/input/yaml/read-documents.js';
import { RepeatedBlocks } from '../../../generator/input/yaml/repeated-blocks.js';
import { describeProblem } from '../../../generator/input/problem.js';
import { Workspace } from '../support/workspace.js';

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  names: { kind: Widget, plural: widgets }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size:
                  type: string
                size:
                  type: integer
`;

describe('a key that is there twice', () => {
  it('counts where it is last, and the report says in which file and line', async () => {
    const workspace = new Workspace({ 'crds/a.yaml': `a: 1\na: 2\n---\n${CRD}` });
    const report = await workspace.generate();
    expect(report.ok).toBe(true);
    expect(report.problems.map(describeProblem)).toEqual([
      'crds/a.yaml, document 2, line 25: warning: the key "size" is there already, and only what it has here counts: the API server may refuse this',
    ]);
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toContain(
      'readonly size?: number | undefined;',
    );
  });

  it('is told of in each run, and of each place that repeats it', async () => {
    const workspace = new Workspace({
      'crds/a.yaml': CRD,
      'crds/b.yaml': CRD.replaceAll('widgets', 'gadgets').replace('Widget', 'Gadget'),
    });
    const lines = async (): Promise<(number | undefined)[]> =>
      (await workspace.generate()).problems.map(({ location }) => location.line);
    expect(await lines()).toEqual([22, 22]);
    expect(await lines()).toEqual([22, 22]);
  });

  it.each([
    ['a: 1\nb: {c: 1, d: 2, c: 3}\na: null\n', 'c in line 2, a in line 3'],
    ['a: 1\n"a": 2\n', 'a in line 2'],
    ['a:\n  b: null\n  b: 1\n', 'b in line 3'],
    ['__proto__: 1\nconstructor: 2\n__proto__: 3\n', '__proto__ in line 3'],
  ])('is found in %j: %s', (text, expected) => {
    expect(repeatedIn(text)).toBe(expected);
  });

  it.each(['constructor: 1\ntoString: 2\n__proto__: 3\n', 'a: &a {b: 1}\nc:\n  <<: *a\n  b: 2\n', '- a: 1\n- a: 2\n'])(
    'is none in %j',
    (text) => {
      expect(repeatedIn(text)).toBe('');
    },
  );
});

function repeatedIn(text: string): string {
  const documents = readDocuments(text, new RepeatedBlocks());
  const keys = documents.flatMap((document) => (document.type === 'value' ? document.repeatedKeys : []));
  return keys.map(({ key, line }) => `${key} in line ${line}`).join(', ');
}
