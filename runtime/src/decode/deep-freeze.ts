const empty = Object.freeze({});

/**
 * Freezes what JSON says, with all that it holds, so that many objects can share it. Of `{}`, which is most of what some values
 * hold, one is enough.
 */
export function deepFreeze<V extends object>(value: V): V {
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const members = next as { [name: string]: unknown };
    for (const name of Object.keys(members)) {
      const child = members[name];
      if (typeof child !== 'object' || child === null) continue;
      // To assign that name would set what the object inherits from.
      if (isEmptyObject(child) && name !== '__proto__') members[name] = empty;
      else open.push(child);
    }
    Object.freeze(next);
  }
  return value;
}

function isEmptyObject(value: object): boolean {
  return !Array.isArray(value) && Object.keys(value).length === 0;
}
