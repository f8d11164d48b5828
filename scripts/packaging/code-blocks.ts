import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.js';

/** The code blocks of one language in a Markdown file of the repository, in order. */
export function codeBlocks(file: string, language: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code as string);
}

/** The commands of a shell block, without comments, as words. */
export function commandsOf(block: string): string[][] {
  const lines = block.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim());
  return lines.filter((line) => line !== '').map((line) => line.split(/\s+/));
}
