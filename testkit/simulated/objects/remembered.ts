const LIMIT = 1000;

/**
 * The same function of a text, which remembers what it returned: for headers and options that clients repeat with every
 * request. What it returns is shared, and must not be changed.
 */
export function remembered<R>(read: (text: string) => R): (text: string) => R {
  const results = new Map<string, R>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = read(text);
    if (results.size >= LIMIT) results.clear();
    results.set(text, result);
    return result;
  };
}
