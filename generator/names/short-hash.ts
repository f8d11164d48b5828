import { hash } from 'node:crypto';

/** Eight hexadecimal digits that tell a text from others: for names, beside what people can read. */
export function shortHash(text: string): string {
  return hash('sha256', text).slice(0, 8);
}
