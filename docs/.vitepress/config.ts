import { defineConfig } from 'vitepress';
import { navigation } from './navigation.js';
import { pictureStyle, picturesOfTheTheme } from './pictures.js';
import { linksOutOfTheSite } from './repository-links.js';

/** The site of the documentation: `npm run docs:build`. The same Markdown is read on GitHub as it is. */
export default defineConfig({
  title: 'informer-gen',
  description: 'Typed, self-healing Kubernetes caches and controllers for TypeScript.',
  base: process.env['DOCS_BASE'] ?? '/',
  outDir: '../dist/site',
  cacheDir: '../node_modules/.cache/vitepress',
  // A page that is missing fails the build.
  ignoreDeadLinks: false,
  cleanUrls: true,
  lastUpdated: false,
  metaChunk: true,
  head: [['style', {}, pictureStyle]],
  markdown: { config: (md) => md.use(linksOutOfTheSite).use(picturesOfTheTheme) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: navigation(),
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'How-to', link: '/how-to/' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Errors', link: '/errors' },
    ],
    socialLinks: [{ icon: 'github', link: 'https://github.com/informer-gen/informer-gen' }],
  },
});
