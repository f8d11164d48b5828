import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = join(dirname(fileURLToPath(import.meta.url)), '..');

/** An entry of the side bar. */
export interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly items?: Entry[];
  readonly collapsed?: boolean;
}

/** The order of pages that have one; others of a folder follow, so that none is forgotten. */
const sections: readonly { readonly text: string; readonly pages: readonly string[]; readonly folder?: string }[] = [
  { text: 'Begin', pages: ['index', 'start', 'informers'] },
  { text: 'How-to', pages: [], folder: 'how-to' },
  {
    text: 'Guides',
    pages: ['writing', 'controllers', 'sample-controller', 'testing', 'projections', 'metrics', 'inspector'],
  },
  { text: 'What to rely on', pages: ['promises', 'errors', 'limits', 'compatibility', 'benchmarks', 'versioning'] },
  { text: 'Coming from', pages: [], folder: 'coming-from' },
  { text: 'Reference', pages: [], folder: 'reference' },
  { text: 'Project', pages: ['releasing'] },
];

/** The side bar: every page of the documentation, once. Pages that nobody listed come under `More`. */
export function navigation(): Entry[] {
  const listed = new Set(sections.flatMap(({ pages }) => pages));
  const more = pagesIn('').filter((page) => !listed.has(page));
  return [
    ...sections.map(({ text, pages, folder }) => ({
      text,
      items: [...pages.filter(exists), ...(folder === undefined ? [] : inOrder(folder))].map(entry),
      ...(text === 'Reference' && { collapsed: true }),
    })),
    ...(more.length === 0 ? [] : [{ text: 'More', items: more.map(entry) }]),
  ];
}

function entry(page: string): Entry {
  return { text: titleOf(page), link: `/${page.replace(/(^|\/)index$/, '$1')}` };
}

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8'))?.[1] ?? page;
}

/** As the index of the folder links them, then the others. */
function inOrder(folder: string): string[] {
  if (!existsSync(join(docs, folder))) return [];
  const index = join(docs, folder, 'index.md');
  const text = existsSync(index) ? readFileSync(index, 'utf8') : '';
  const linked = Array.from(text.matchAll(/\]\(([\w-]+)\.md\)/g), ([, name]) => `${folder}/${name}`);
  return [...new Set([...linked.filter(exists), ...pagesIn(folder)])].filter((page) => page !== `${folder}/index`);
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(docs, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file.slice(0, -3)))
    .sort();
}

function exists(page: string): boolean {
  return existsSync(join(docs, `${page}.md`));
}
