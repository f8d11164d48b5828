// Types of every version of every CRD in a folder: json-schema-to-typescript.mjs <input> <output>. The package turns one
// schema into one file, so this loop is what its users write.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { compile } from 'json-schema-to-typescript';

const [input, output] = process.argv.slice(2);
mkdirSync(output, { recursive: true });
let failed = 0;
for (const file of readdirSync(input)) {
  const { spec } = load(readFileSync(join(input, file), 'utf8'));
  for (const { name, schema } of spec.versions) {
    if (schema?.openAPIV3Schema === undefined) continue;
    const options = { format: false, additionalProperties: false, ignoreMinAndMaxItems: true, bannerComment: '' };
    try {
      const text = await compile(schema.openAPIV3Schema, spec.names.kind, options);
      writeFileSync(join(output, `${spec.names.plural}.${spec.group}.${name}.ts`), text);
    } catch (error) {
      failed++;
      console.error(`${file} ${name}: ${error.message}`);
    }
  }
}
process.exitCode = failed === 0 ? 0 : 1;
