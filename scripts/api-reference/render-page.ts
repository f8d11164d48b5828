import type { EntryPoint } from './entry-points.js';
import type { ApiExport } from './read-exports.js';

const TITLES = {
  function: 'Functions',
  class: 'Classes',
  interface: 'Interfaces',
  type: 'Types',
  constant: 'Constants',
} as const;

/** The page of an entry point: every exported name, with its comment, its example and its signature. */
export function renderPage({ module, about }: EntryPoint, exports: readonly ApiExport[]): string {
  const sections = (['function', 'class', 'interface', 'type', 'constant'] as const).flatMap((kind) => {
    const members = exports.filter((each) => each.kind === kind);
    return members.length === 0 ? [] : [`## ${TITLES[kind]}`, ...members.map(renderExport)];
  });
  return [`# ${module}`, about, ...sections].join('\n\n') + '\n';
}

/** The page that leads to the others. */
export function renderIndex(entries: readonly (EntryPoint & { readonly names: number })[]): string {
  const rows = entries.map(
    ({ module, page, about, names }) => `- [\`${module}\`](${page}.md), ${names} names: ${about}`,
  );
  const intro = 'Made from the doc comments of the sources. Every example is compiled in CI.';
  return ['# Reference', intro, rows.join('\n')].join('\n\n') + '\n';
}

function renderExport({ name, doc, examples, signature }: ApiExport): string {
  const code = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``;
  return [`### ${name}`, prose(doc), ...examples.map(code), code(signature)].filter((part) => part !== '').join('\n\n');
}

/** Text of a comment as Markdown in which nothing is taken for a tag or a template. */
function prose(text: string): string {
  return text
    .replaceAll(
      /\{@link(?:plain|code)? ([^}\s|]+)(?:[ |]([^}]*))?\}/g,
      (_, target: string, shown?: string) => `\`${shown ?? target}\``,
    )
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');
}
