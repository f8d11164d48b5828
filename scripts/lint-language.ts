/**
 * Counts habits of wording that make comments, messages, pages and commit subjects hard to read. Fails if there are more than
 * scripts/language/counts.json allows.
 *
 *   npm run lint:language                  compares, and prints the findings that are likely new
 *   npm run lint:language -- --update      also lowers the stored counts that are too high
 *   npm run lint:language -- runtime/src   prints every finding in files under these paths
 *
 * Strings that reproduce the wording of the API server or client-go are exempt after a comment such as
 * `// wording: API server`: on the line of the comment, or up to the next blank line if the comment has a line of its own.
 */
import { resolve } from 'node:path';
import { readCommandLine } from './command-line.js';
import { checkLanguage, describe, findingsOf } from './language/check.js';

const { values, positionals } = readCommandLine(import.meta.url, {
  options: { update: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = resolve(import.meta.dirname, '..');
if (positionals.length > 0) {
  const found = findingsOf(root, positionals);
  console.log([...found.map(describe), `${found.length} findings`].join('\n'));
} else {
  const { failed, lines } = checkLanguage(root, values.update);
  console.log([...lines, failed ? 'failed' : 'passed'].join('\n'));
  if (failed) process.exitCode = 1;
}
