import type { Environment } from '@marcbachmann/cel-js';
import { goQuote } from '../rules/go-text.js';
import { compileGoPattern } from '../schema/go-pattern.js';
import { addNamespace } from './namespace.js';
import { formatText } from './text-format.js';

/** What Kubernetes adds for texts: searching by pattern, and CEL's extended functions of strings. */
export function addTextFunctions(environment: Environment): void {
  addNamespace(environment, 'strings');
  environment
    .registerFunction('string.find(string): string', (text: string, pattern: string) => find(text, pattern, 1)[0] ?? '')
    .registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) =>
      find(text, pattern, -1),
    )
    .registerFunction('string.findAll(string, int): list<string>', (text: string, pattern: string, limit: bigint) =>
      find(text, pattern, Number(limit)),
    )
    .registerFunction('string.charAt(int): string', charAt)
    .registerFunction('string.replace(string, string): string', (text: string, from: string, to: string) =>
      text.replaceAll(from, () => to),
    )
    .registerFunction('string.replace(string, string, int): string', replaceSome)
    .registerFunction('string.format(list): string', (pattern: string, values: readonly unknown[]) =>
      formatText(pattern, values),
    )
    .registerFunction('string.reverse(): string', (text: string) => Array.from(text).reverse().join(''))
    .registerFunction('strings.quote(string): string', (_: unknown, text: string) => goQuote(text));
}

function find(text: string, pattern: string, limit: number): string[] {
  const { source, flags } = compileGoPattern(pattern);
  const found = [...text.matchAll(new RegExp(source, `${flags}g`))].map((match) => match[0]);
  return limit < 0 ? found : found.slice(0, limit);
}

function charAt(text: string, index: bigint): string {
  const characters = Array.from(text);
  if (index < 0n || index > BigInt(characters.length)) throw new Error(`index out of range: ${index}`);
  return characters[Number(index)] ?? '';
}

function replaceSome(text: string, from: string, ...[to, limit]: [string, bigint]): string {
  if (limit < 0n) return text.replaceAll(from, () => to);
  let left = Number(limit);
  return text.replaceAll(from, () => {
    left -= 1;
    return left >= 0 ? to : from;
  });
}
