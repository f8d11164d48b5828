/** A text that others wrote, no longer than is of use. */
export function clip(text: string, length = 600): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
