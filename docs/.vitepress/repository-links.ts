import { posix } from 'node:path';
import type { MarkdownItAsync } from 'vitepress';

const REPOSITORY = 'https://github.com/informer-gen/informer-gen/blob/main/';

/** Lets links to files of the repository outside of the documentation lead to GitHub, where the Markdown is read as well. */
export function linksOutOfTheSite(md: MarkdownItAsync): void {
  md.core.ruler.push('links-out-of-the-site', ({ tokens, env }) => {
    const page = (env as { readonly relativePath?: string }).relativePath ?? '';
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null;
      if (link === null || !link.startsWith('../')) continue;
      const target = posix.join('docs', posix.dirname(page), link);
      if (!target.startsWith('docs/')) token.attrSet('href', REPOSITORY + target);
    }
  });
}
