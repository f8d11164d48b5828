import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { navigation } from '../../docs/.vitepress/navigation.js';
import type { Entry } from '../../docs/.vitepress/navigation.js';
import { pages, root } from './blocks.js';

const files = [
  ...pages(),
  ...readdirSync(root).filter((file) => file.endsWith('.md') && file !== 'README.md'),
  'examples/README.md',
  'bench/README.md',
];

/** Links and pictures of a page; those in code are none. */
function linksIn(text: string): string[] {
  const prose = text.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** As GitHub and the site name headings. */
function anchorsIn(text: string): Set<string> {
  const prose = text.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '');
  return new Set(
    [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function problemWith(file: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(root, file) : join(root, dirname(file), path);
  if (!existsSync(target)) return `${file}: ${link}: there is no ${relative(root, target)}`;
  // GitHub shows a picture by such a word; the site shows both.
  if (anchor === undefined || /^gh-\w+-mode-only$/.test(anchor) || statSync(target).isDirectory()) return undefined;
  return anchorsIn(readFileSync(target, 'utf8')).has(anchor) ? undefined : `${file}: ${link}: there is no such heading`;
}

describe('the links of the documentation', () => {
  it.each(files)('of %s lead somewhere', (file) => {
    const links = linksIn(readFileSync(join(root, file), 'utf8'));
    expect(links.flatMap((link) => problemWith(file, link) ?? [])).toEqual([]);
  });

  it('would be found out if they did not', () => {
    expect(problemWith('README.md', 'docs/nothing.md')).toContain('there is no docs/nothing.md');
    expect(problemWith('README.md', 'docs/errors.md#nothing')).toContain('no such heading');
    expect(problemWith('docs/errors.md', '#fenced')).toBeUndefined();
  });

  it('reach every page from the side bar of the site, once', () => {
    const linked = linksOf(navigation()).map((link) => `docs${link.endsWith('/') ? `${link}index` : link}.md`);
    const all = pages().filter((page) => page.startsWith('docs/') && page !== 'docs/how-to/index.md');
    expect(linked.filter((link) => !link.startsWith('docs/reference/')).sort()).toEqual(all.sort());
  });
});

function linksOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ link, items = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(items)]);
}
