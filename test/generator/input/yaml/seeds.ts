import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dump, loadAll } from 'js-yaml';
import { ROOT } from '../../corpus/compile-output.js';

/** Everything that the reader knows, in one document. */
export const EVERY_STYLE = `# A comment.
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition # a comment behind
metadata:
  name: widgets.example.com
  annotations: {}
  labels:
    'quoted key': 'it''s quoted'
    "double quoted": "a \\"b\\" \\u00e9 \\\\ \\
      continued"
spec:
  scope: Namespaced
  shortNames: [w, "wd", 'wdg', 1, null]
  empty: []
  nothing:
  tilde: ~
  numbers:
  - 1
  - -0
  - 0x1F
  - 1.5e3
  - .inf
  nested:
    - - a
      - b: c
        d: e
    -
      f: g
    - |
      item

      block
    -
  versions:
  - name: v1
    served: true
    schema:
      openAPIV3Schema:
        description: Plain text that goes
          on in the next line

          and after a blank one.
        properties:
          literal:
            description: |-
              First line: with a colon # and a hash

                indented deeper
              last line.
            type: string
          folded:
            description: >+
              folded
              lines

                deeper

              end

          # A comment between.
          single: 'one
            two

            three'
          double: "one
            two \\n\\

            three"
        type: object
---
- second: document
  with: 'a sequence'
---
`;

/** Texts to change: our own CRDs, in the styles that js-yaml writes, and all styles in one. */
export function seeds(): string[] {
  const folder = path.join(ROOT, 'examples', 'crds');
  const documents = readdirSync(folder).flatMap((file) => loadAll(readFileSync(path.join(folder, file), 'utf8')));
  const written = documents.flatMap((document) => [
    dump(document),
    dump(document, { seqNoIndent: true, lineWidth: 30, quoteStyle: 'double' }),
    dump(document, { indent: 4, forceQuotes: true, lineWidth: 40 }),
  ]);
  return [EVERY_STYLE, EVERY_STYLE, EVERY_STYLE, ...written];
}
