const SHOWN = 6;

/** The first lines in which two texts differ, in the way of `diff -u`; enough to see what it is about. */
export function shortDiff(before: string | undefined, after: string | undefined): string[] {
  const old = before?.split('\n') ?? [];
  const now = after?.split('\n') ?? [];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const limit = Math.min(old.length, now.length) - start;
  while (end < limit && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  return [`@@ line ${start + 1} @@`, ...cut(removed, '-'), ...cut(added, '+')];
}

function cut(lines: readonly string[], sign: string): string[] {
  const shown = lines.slice(0, SHOWN).map((line) => `${sign}${line.length > 160 ? `${line.slice(0, 159)}…` : line}`);
  return lines.length > SHOWN ? [...shown, `${sign}… ${lines.length - SHOWN} more`] : shown;
}
