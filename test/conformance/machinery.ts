import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutation } from './mutations/mutation.js';

/** The module with the mutation. Throws when its text is not there exactly once: the module has moved on. */
export function applyMutation(code: string, { name, file, find, replace }: Mutation): string {
  const parts = code.split(find);
  if (parts.length !== 2) {
    throw new Error(`mutation "${name}": its text occurs ${parts.length - 1} times in ${file}, and not once: ${find}`);
  }
  return parts.join(replace);
}

/** The Go tests that a title names: `TestA: …`, or `TestA / TestB: …` where one test of ours stands for several. */
export function titleNames(title: string): string[] {
  const names = /^Test\w+(?: \/ Test\w+)*(?=[: ]|$)/.exec(title)?.[0];
  return names ? names.split(' / ') : [];
}

/** What a title proves: the Go tests that it names, or the upstream specification before its first colon. */
export function provenNames(title: string): string[] {
  const names = titleNames(title);
  return names.length > 0 ? names : [title.split(': ')[0] ?? title];
}

/** The ids that titles prove: `deviation(some-id): …`. */
export function deviationOfTitle(title: string): string | undefined {
  return /^deviation\(([a-z0-9-]+)\): /.exec(title)?.[1];
}

/** What stands in quotes right after a parenthesis in a test file: titles, and a few other strings. */
export function titlesIn(source: string): string[] {
  return [...source.matchAll(/\(\s*(['"`])((?:Test|deviation\().*?)\1/g)].map((match) => match[2] as string);
}

/** Every test file below a folder, by its path. */
export function testFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
