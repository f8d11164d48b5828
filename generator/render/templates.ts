import { createRequire } from 'node:module';
import type Handlebars from 'handlebars';
import { compiledTemplatesFile, readTemplate } from '../package-files.js';
import type { PlannedFile } from '../plan/files.js';

/** Nothing is escaped: every value is ready text when it comes here. */
const TEMPLATE_OPTIONS = { noEscape: true, strict: false, preventIndent: true, knownHelpersOnly: true } as const;

/** What is part of other templates. */
const PARTIAL = 'declarations';

type Template = (view: object) => string;

/** The text of a planned file. */
export function renderFile(file: PlannedFile): string {
  return renderTemplate(file.template, file.view);
}

/** The text that a template, by its path below the templates without extension, makes of a view. */
export function renderTemplate(name: string, view: object): string {
  templates ??= compiledTemplates() ?? templatesFromText();
  return templates(name)(view);
}

let templates: ((name: string) => Template) | undefined;

/** The package brings its templates as plain functions (`scripts/packaging/compile-template.ts`), and needs no Handlebars for them. */
function compiledTemplates(): ((name: string) => Template) | undefined {
  if (compiledTemplatesFile === undefined) return undefined;
  const compiled = createRequire(import.meta.url)(compiledTemplatesFile) as Readonly<Record<string, Template>>;
  return (name) => {
    const template = compiled[name];
    if (template === undefined) throw new Error(`the build has not compiled the template ${name}`);
    return template;
  };
}

/** From sources, there is no build that could have compiled them. */
function templatesFromText(): (name: string) => Template {
  const handlebars = createRequire(import.meta.url)('handlebars/dist/handlebars.min.js') as typeof Handlebars;
  const compile = (name: string): Handlebars.TemplateDelegate =>
    handlebars.compile(readTemplate(name), TEMPLATE_OPTIONS);
  handlebars.registerPartial(PARTIAL, compile(PARTIAL));
  const byName = new Map<string, Template>();
  return (name) => {
    const template = byName.get(name) ?? compile(name);
    byName.set(name, template);
    return template;
  };
}
