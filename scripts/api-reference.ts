/**
 * Makes `docs/reference/`: a page for each public entry point, from the doc comments of its exports. Not checked in.
 *
 *   npm run docs:reference
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ENTRY_POINTS } from './api-reference/entry-points.js';
import { ApiReader } from './api-reference/read-exports.js';
import { renderIndex, renderPage } from './api-reference/render-page.js';

const folder = resolve(import.meta.dirname, '../docs/reference');
const reader = new ApiReader();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const pages = ENTRY_POINTS.map((entry) => ({ entry, exports: reader.exportsOf(entry) }));
for (const { entry, exports } of pages) writeFileSync(join(folder, `${entry.page}.md`), renderPage(entry, exports));
writeFileSync(
  join(folder, 'index.md'),
  renderIndex(pages.map(({ entry, exports }) => ({ ...entry, names: exports.length }))),
);
const names = pages.reduce((sum, { exports }) => sum + exports.length, 0);
console.log(`docs/reference: ${pages.length} entry points, ${names} names`);
