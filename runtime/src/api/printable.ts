/**
 * Text of whoever's making as one line that may go to a terminal or a log: without characters that a terminal obeys instead of
 * showing them, which are control characters, other ends of lines, and directions of text.
 */
export function printable(text: string): string {
  return text.replace(/(?:\n *|[\p{Cc}\u2028-\u202e\u2066-\u2069])+/gu, ' ');
}
