import Handlebars from 'handlebars';
import { readTemplate } from '../package-files.js';
import type { PlannedFile } from '../plan/files.js';

const compiled = new Map<string, Handlebars.TemplateDelegate>();

/** The text of a planned file. */
export function renderFile(file: PlannedFile): string {
  return renderTemplate(file.template, file.view);
}

/** The text that a template, by its name without extension, makes of a view. */
export function renderTemplate(name: string, view: object): string {
  return template(name)(view);
}

/** Each template is read and compiled once. Nothing is escaped: every value is ready text when it comes here. */
function template(name: string): Handlebars.TemplateDelegate {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  if (Handlebars.partials['declarations'] === undefined) {
    Handlebars.registerPartial('declarations', readTemplate('declarations'));
  }
  const delegate = Handlebars.compile(readTemplate(name), { noEscape: true, strict: false, preventIndent: true });
  compiled.set(name, delegate);
  return delegate;
}
