import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type Handlebars from 'handlebars';
import { expect, it } from 'vitest';
import { resolveModelOptions } from '../../../generator/config/settings.js';
import { sourceOf } from '../../../generator/input/sources.js';
import { buildModel, inputsOf } from '../../../generator/model/build-model.js';
import { planFiles } from '../../../generator/plan/plan.js';
import { renderFile } from '../../../generator/render/templates.js';
import { compiledTemplates } from '../../../scripts/bundle-generator.js';
import { crd, text } from '../support/crds.js';

it('the templates that the build compiles give what those of the sources give', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-templates-'));
  try {
    const file = path.join(folder, 'compiled.cjs');
    writeFileSync(file, compiledTemplates());
    const load = createRequire(import.meta.url);
    const compiled = load(file) as Readonly<Record<string, Parameters<typeof Handlebars.template>[0]>>;
    const handlebars = load('handlebars/dist/handlebars.runtime.min.js') as typeof Handlebars;
    const template = (name: string): Handlebars.TemplateDelegate => {
      const found = compiled[name];
      if (found === undefined) throw new Error(`${name} is not compiled`);
      return handlebars.template(found);
    };
    handlebars.registerPartial('declarations', template('declarations'));
    const sources = [sourceOf('crds.json', 'crd', Buffer.from(text(crd(), crd({ kind: 'Gadget', scope: 'Cluster' }))))];
    const { model, known } = buildModel(inputsOf(sources), resolveModelOptions({}));
    const files = [
      ...planFiles(
        { model, known, retained: [] },
        {
          layout: 'split',
          importExtension: '.js',
          runtimeModule: '@informer-gen/runtime/codegen/v1',
          banner: '',
          names: {},
          generator: 'informer-gen 1.2.3',
          readme: { inputs: ['crd crds.json'], command: undefined },
          expansionOf: () => undefined,
        },
      ),
    ];
    expect(files.length).toBeGreaterThan(10);
    for (const planned of files) expect(template(planned.template)(planned.view)).toBe(renderFile(planned));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
