/** A text that others wrote, no longer than is of use. What should be one, and is not, becomes one. */
export function clip(written: unknown, length = 600): string {
  const text = typeof written === 'string' ? written : String(written);
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
