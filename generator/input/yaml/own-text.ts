/**
 * An equal text with characters of its own. The engine makes a slice of a text refer to the whole: a description that is kept
 * would keep its file, and with it all that was read.
 */
export function ownText(slice: string): string {
  return ` ${slice}`.slice(1);
}
