import { createRequire } from 'node:module';
import type Handlebars from 'handlebars';
import { compiledTemplatesFile, readTemplate } from '../package-files.js';
import type { PlannedFile } from '../plan/files.js';

/** Nothing is escaped: every value is ready text when it comes here. */
export const TEMPLATE_OPTIONS = { noEscape: true, strict: false, preventIndent: true, knownHelpersOnly: true } as const;

/** What is part of other templates. */
const PARTIAL = 'declarations';

type Template = Handlebars.TemplateDelegate;

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

/**
 * Handlebars is loaded with the first file, from one script: as a package of many, it takes three times as long. Compiling the
 * templates takes longer than rendering a few CRDs, so the package brings them compiled, and needs no compiler.
 */
function compiledTemplates(): ((name: string) => Template) | undefined {
  if (compiledTemplatesFile === undefined) return undefined;
  const load = createRequire(import.meta.url);
  const handlebars = load('handlebars/dist/handlebars.runtime.min.js') as typeof Handlebars;
  const compiled = load(compiledTemplatesFile) as Readonly<Record<string, TemplateSpecification>>;
  return known(handlebars, (name) => {
    const specification = compiled[name];
    if (specification === undefined) throw new Error(`the build has not compiled the template ${name}`);
    return handlebars.template(specification);
  });
}

/** From sources, there is no build that could have compiled them. */
function templatesFromText(): (name: string) => Template {
  const handlebars = createRequire(import.meta.url)('handlebars/dist/handlebars.min.js') as typeof Handlebars;
  return known(handlebars, (name) => handlebars.compile(readTemplate(name), TEMPLATE_OPTIONS));
}

/** Each template once. */
function known(handlebars: typeof Handlebars, load: (name: string) => Template): (name: string) => Template {
  const byName = new Map<string, Template>();
  handlebars.registerPartial(PARTIAL, load(PARTIAL));
  return (name) => {
    const template = byName.get(name) ?? load(name);
    byName.set(name, template);
    return template;
  };
}

type TemplateSpecification = Parameters<typeof Handlebars.template>[0];
