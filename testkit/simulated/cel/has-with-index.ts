/**
 * Rewrites `has(self[0].field)` as `(self[0].?field.hasValue())`, which means the same: the library takes only fields of
 * fields in `has`.
 */
export function withoutIndexedHas(expression: string): string {
  let result = '';
  for (let at = 0; at < expression.length;) {
    const text = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/.exec(expression.slice(at));
    if (text !== null) {
      result += text[0];
      at += text[0].length;
      continue;
    }
    const argument = /(^|[^\w.])$/.test(expression.slice(0, at)) ? hasArgument(expression, at) : undefined;
    const parts = argument === undefined ? null : /^(.*)\.\s*(\w+)\s*$/s.exec(argument.text);
    // Fields of fields need no help.
    if (argument === undefined || parts === null || /^[\w\s.?]+$/.test(argument.text)) {
      result += expression[at] ?? '';
      at += 1;
    } else {
      result += `(${parts[1] ?? ''}.?${parts[2] ?? ''}.hasValue())`;
      at = argument.end;
    }
  }
  return result;
}

/** The text between the parentheses of `has(…)`, and where it ends. */
function hasArgument(expression: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const open = /^has\s*\(/.exec(expression.slice(at));
  if (open === null) return undefined;
  const start = at + open[0].length;
  let depth = 1;
  for (let index = start; index < expression.length; index += 1) {
    if (expression[index] === '(') depth += 1;
    else if (expression[index] === ')') depth -= 1;
    if (depth === 0) return { text: expression.slice(start, index), end: index + 1 };
  }
  return undefined;
}
