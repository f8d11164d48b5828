/** What JSON of Kubernetes is made of, and what confuses those who read it without a parser. */
export const JSON_TOKENS: readonly string[] = [
  '"metadata":{',
  '"managedFields":[',
  '"managedFields":[{"a":"]"}],',
  '"name":"x"',
  '"uid":"u"',
  '"resourceVersion":"1"',
  '"namespace":"n"',
  '"kind":"Other"',
  '"items":[',
  '"n\\u0061me":"y"',
  '\\"',
  '\\\\',
  '\\u',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  'null',
  'true',
  '1e999',
  '-0',
  ' ',
  '\n',
  '\u0000',
  '\u{1f600}',
  '__proto__',
];

/** The value of a JSON text; undefined where it is none. */
export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** Whether some object of a valid JSON text has a name twice: no API server writes that, and readers differ about it. */
export function namesTwice(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const names = open.at(-1);
      const name = JSON.parse(last) as string;
      if (names?.has(name)) return true;
      names?.add(name);
    }
    last = token;
  }
  return false;
}
