import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
import { resolveModelOptions } from '../../../generator/config/settings.js';
import { sourceOf } from '../../../generator/input/sources.js';
import { buildModel, inputsOf } from '../../../generator/model/build-model.js';
import { planFiles } from '../../../generator/plan/plan.js';
import { renderFile } from '../../../generator/render/templates.js';
import { compiledTemplates } from '../../../scripts/bundle-generator.js';
import { compileTemplate, TEMPLATE_SCOPE } from '../../../scripts/packaging/compile-template.js';
import { crd, text } from '../support/crds.js';

type Template = (view: unknown) => string;

describe('the templates that the build compiles', () => {
  it('give what those of the sources give', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-templates-'));
    try {
      const file = path.join(folder, 'compiled.cjs');
      writeFileSync(file, compiledTemplates());
      const compiled = createRequire(import.meta.url)(file) as Readonly<Record<string, Template>>;
      const crds = text(crd(), crd({ kind: 'Gadget', scope: 'Cluster' }));
      const sources = [sourceOf('crds.json', 'crd', Buffer.from(crds))];
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
      for (const planned of files) expect(compiled[planned.template]?.(planned.view)).toBe(renderFile(planned));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  const view = {
    a: 'A',
    empty: '',
    zero: 0,
    no: false,
    none: [],
    inner: { name: 'I', list: ['x', '', 'z'] },
    list: [{ name: 'one', list: [{ name: 1 }] }, { name: '<two>', flag: true }, {}],
  };

  it.each([
    '{{a}}{{{a}}}{{empty}}{{zero}}{{no}}{{missing}}{{missing.name}}{{inner.name}}',
    '{{#if a}}yes{{else}}no{{/if}}{{#if zero}}yes{{else}}no{{/if}}{{#if none}}yes{{else}}no{{/if}}{{#if inner}}yes{{/if}}',
    '{{#if empty}}1{{else if no}}2{{else if inner.name}}3{{else}}4{{/if}}',
    '{{#unless none}}none{{/unless}}{{#unless a}}no{{else}}some{{/unless}}',
    '{{#each list}}\n{{name}}{{#unless @last}}, {{/unless}}{{#each list}}[{{name}}]{{/each}}{{#if flag}}!{{/if}}\n{{/each}}\nend',
    '{{#each inner.list}}<{{this}}>{{/each}}{{#each missing}}x{{/each}}{{#each none}}x{{/each}}',
    '  {{#if a}}\n    lines "of" \\ text\n  {{/if}}\n{{> part inner}}\n{{> part}}',
  ])('read what Handlebars reads in %j', (template) => {
    const handlebars = Handlebars.create();
    const part = '{{name}}{{#each list}}{{name}}{{/each}};';
    handlebars.registerPartial('part', part);
    const expected = handlebars.compile(template, { noEscape: true, preventIndent: true })(view);
    const module = `${TEMPLATE_SCOPE}const templates = { part: ${compileTemplate(part)} };(${compileTemplate(template)})`;
    const compiled = vm.runInNewContext(module) as Template;
    expect(compiled(view)).toBe(expected);
  });

  it.each([
    '{{lookup a b}}',
    '{{#with a}}{{b}}{{/with}}',
    '{{#each a}}{{@key}}{{/each}}',
    '{{#each a}}{{../b}}{{/each}}',
  ])('fail the build with %s, of which they know nothing', (template) => {
    expect(() => compileTemplate(template)).toThrow('is not known');
  });
});
