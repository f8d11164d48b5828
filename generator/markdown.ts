/* Text of others in Markdown: nothing of it leaves the place that it is put into. */

/** Inline code, however many backticks the text has; on one line. */
export function codeSpan(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  if (flat === '') return '';
  const longest = longestRun(flat);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${flat}${fence}` : `${fence} ${flat} ${fence}`;
}

/** A block of code. */
export function fenced(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A comment, which is not shown. */
export function htmlComment(text: string): string {
  return `<!--\n${text.replace(/-(?=-)|[<>]/g, (character) => (character === '-' ? '- ' : ''))}\n-->`;
}

/** A table as formatters leave it: columns as wide as their widest cell. The first row is its head. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const [head = []] = cells;
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.slice(1).map(line)];
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
