import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A step of a page that a reader follows from top to bottom. */
export type PageStep =
  | { readonly type: 'shell'; readonly commands: readonly string[]; readonly line: number }
  | { readonly type: 'file'; readonly name: string; readonly text: string; readonly line: number }
  /** Lines that the commands before it print, in this order. */
  | { readonly type: 'output'; readonly lines: readonly string[]; readonly line: number };

const BLOCK = /^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm;

/**
 * Reads the code blocks of a page, in order. A shell block (`sh`) holds commands, a `text` block holds output, and any other block
 * is a file whose name is in the paragraph before it: "Save it as `main.ts`:". A block without a name is an error, because a reader
 * would not know what to do with it.
 */
export function readSteps(markdown: string): PageStep[] {
  let end = 0;
  return [...markdown.matchAll(BLOCK)].map(({ 0: block, 1: language = '', 2: text = '', index }) => {
    const before = markdown.slice(end, index).trimEnd();
    end = index + block.length;
    const line = markdown.slice(0, index).split('\n').length;
    if (language === 'sh') return { type: 'shell', commands: linesOf(text), line };
    if (language === 'text') return { type: 'output', lines: linesOf(text), line };
    const paragraph = before.slice(before.lastIndexOf('\n\n') + 1).replaceAll('\n', ' ');
    const name = /[Ss]ave .* as `([\w./-]+)`[^`]*:$/.exec(paragraph)?.[1];
    if (name === undefined)
      throw new Error(`line ${line}: the paragraph before the block must name its file: Save it as \`name\``);
    return { type: 'file', name, text, line };
  });
}

/** The pages that a newcomer follows step by step. Each is complete by itself. */
export const NEWCOMERS_PAGES = ['README.md', 'docs/start.md'] as const;

/** The steps of a page of this repository. */
export function stepsOf(page: string): PageStep[] {
  return readSteps(readFileSync(join(root, page), 'utf8'));
}

/** The files of a page, by name. */
export function filesOf(page: string): ReadonlyMap<string, string> {
  return new Map(stepsOf(page).flatMap((step) => (step.type === 'file' ? [[step.name, step.text] as const] : [])));
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
