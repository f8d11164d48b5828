import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root: string = resolve(import.meta.dirname, '../..');

/** A TypeScript block of a page. */
export interface Block {
  /** `docs/start.md:32`: the line of its first fence. */
  readonly title: string;
  /** Of the file that it is written to. */
  readonly name: string;
  readonly code: string;
  /** Whether it runs on the simulated server: ` ```ts run `. Others are compiled alone. */
  readonly runs: boolean;
  /** The lines that it prints, in any order: those of `// prints:` comments, and those of the `text` block that follows its commands. */
  readonly prints: readonly string[];
}

/** Every page of the documentation that people read, relative to the root; what is generated is left out. */
export function pages(): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/^(reference|\.vitepress)\//.test(file))
    .map((file) => `docs/${file}`)
    .sort();
  return ['README.md', 'runtime/README.md', 'generated/README.md', 'testkit/README.md', ...docs];
}

/** The blocks of a page, in order. */
export function blocksIn(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```ts( run)?\n([\s\S]*?)^```/gm)].map(({ 1: run, 2: code = '', index }, position) => ({
    title: `${page}:${text.slice(0, index).split('\n').length}`,
    name: `${page.replace(/\W+/g, '-')}-${position}`,
    code,
    runs: run !== undefined,
    prints: [
      ...[...code.matchAll(/\/\/ prints: (.+)$/gm)].map(([, line = '']) => line.trim()),
      ...outputAfter(text, index),
    ],
  }));
}

/** The lines of the first `text` block after the block at `from`, unless another program comes first. */
function outputAfter(page: string, from: number): string[] {
  const blocks = [...page.slice(from).matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```/gm)].slice(1);
  const next = blocks.find(([, language]) => language !== 'sh');
  return next?.[1] === 'text' ? (next[2] ?? '').trimEnd().split('\n') : [];
}
