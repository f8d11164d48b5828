/**
 * Text of whoever's making as one line that may go to a terminal or a log: without characters that a terminal obeys instead of
 * showing them, which are control characters, other ends of lines, and directions of text.
 */
export function printable(text: string): string {
  // Nearly every text has none, and to compile the expression takes a millisecond, which a broken connection would have to wait for.
  return isPrintable(text) ? text : text.replace(/(?:\n *|[\p{Cc}\u2028-\u202e\u2066-\u2069])+/gu, ' ');
}

function isPrintable(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
    if ((code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return false;
  }
  return true;
}
