import type { MarkdownItAsync } from 'vitepress';

/**
 * A `<picture>` with a dark source follows the system on GitHub. The site has a switch of its own, so there it becomes two images, of
 * which {@link pictureStyle} shows one.
 */
export function picturesOfTheTheme(md: MarkdownItAsync): void {
  md.core.ruler.push('pictures-of-the-theme', ({ tokens }) => {
    for (const token of tokens) {
      const dark = /<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)"/.exec(token.content)?.[1];
      const [image, light] = /<img [^>]*src="([^"]+)"[^>]*>/.exec(token.content) ?? [];
      if (token.type !== 'html_block' || dark === undefined || image === undefined || light === undefined) continue;
      const shown = (of: 'light' | 'dark', src: string): string =>
        image.replace('<img ', `<img class="only-${of}" `).replace(light, src);
      token.content = `<p>${shown('light', light)}${shown('dark', dark)}</p>\n`;
    }
  });
}

/** One picture of each pair. And drawings, which ask for the scheme themselves, are told that of the page and not the system's. */
export const pictureStyle =
  '.dark .only-light, html:not(.dark) .only-dark { display: none } html:not(.dark) { color-scheme: light }';
