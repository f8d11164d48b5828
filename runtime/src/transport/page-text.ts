/** What a page says is in its beginning; more is not looked at. */
const MAX_PAGE_LENGTH = 16 * 1024;
const MAX_LINE_LENGTH = 200;

/** Elements whose content is not for people. */
const HIDDEN = ['head', 'style', 'script'];

/**
 * Returns the first line of text that a page shows: HTML without its tags, or plain text. Takes time in proportion to the
 * page's length, whatever it holds.
 */
export function pageText(page: string): string {
  const line = withoutTags(page.slice(0, MAX_PAGE_LENGTH))
    .split('\n')
    .map((part) => part.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .find((part) => part !== '');
  if (line === undefined) return '';
  return line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH)}…`;
}

function withoutTags(page: string): string {
  const lower = page.toLowerCase();
  let text = '';
  let at = 0;
  while (at < page.length) {
    const open = page.indexOf('<', at);
    if (open === -1) return text + page.slice(at);
    text += `${page.slice(at, open)} `;
    const hidden = HIDDEN.find((name) => lower.startsWith(name, open + 1));
    const close = hidden === undefined ? -1 : lower.indexOf(`</${hidden}`, open);
    const end = page.indexOf('>', close === -1 ? open : close);
    if (end === -1) return text;
    at = end + 1;
  }
  return text;
}
