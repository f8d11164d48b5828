import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';
import type { PlannedFile } from '../plan/files.js';

const compiled = new Map<string, Handlebars.TemplateDelegate>();

/** The text of a planned file. */
export function renderFile(file: PlannedFile): string {
  return template(file.template)(file.view);
}

/** Each template is read and compiled once. Nothing is escaped: every value is ready text when it comes here. */
function template(name: PlannedFile['template']): Handlebars.TemplateDelegate {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  if (Handlebars.partials['declarations'] === undefined) {
    Handlebars.registerPartial('declarations', readTemplate('declarations'));
  }
  const source = readTemplate(name);
  const delegate = Handlebars.compile(source, { noEscape: true, strict: false, preventIndent: true });
  compiled.set(name, delegate);
  return delegate;
}

function readTemplate(name: string): string {
  return readFileSync(join(templatesFolder(), `${name}.hbs`), 'utf8');
}

/** `templates/` of this package, from the sources as well as from the build. */
function templatesFolder(): string {
  const here = fileURLToPath(import.meta.url);
  const root = here.includes(join('dist', 'generator')) ? '../../..' : '../..';
  return join(dirname(here), root, 'templates');
}
