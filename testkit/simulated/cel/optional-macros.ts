const MACRO = /\.(optMap|optFlatMap)\(/;

/**
 * The expression without the macros of optional values, which the library lacks: `a.optMap(v, e)` is what is bound to
 * `v` in `e` where `a` has a value, and nothing where it has none.
 */
export function withoutOptionalMacros(expression: string): string {
  const found = MACRO.exec(expression);
  if (found === null) return expression;
  const start = receiverStart(expression, found.index);
  const open = found.index + found[0].length - 1;
  const end = closingOf(expression, open);
  const inside = expression.slice(open + 1, end);
  const comma = inside.indexOf(',');
  if (end === -1 || comma === -1) return expression;
  const receiver = expression.slice(start, found.index);
  const bound = `cel.bind(${inside.slice(0, comma).trim()}, ${receiver}.value(), ${inside.slice(comma + 1).trim()})`;
  const value = found[1] === 'optMap' ? `optional.of(${bound})` : bound;
  const replaced = `(${receiver}.hasValue() ? ${value} : optional.none())`;
  return withoutOptionalMacros(expression.slice(0, start) + replaced + expression.slice(end + 1));
}

const UNWRAPPING = /\.(?:value|orValue)\(/g;

/** The expression with every unwrapped value declared as of any type: the library mistakes them for numbers of two types. */
export function withDynamicValues(expression: string): string {
  let text = expression;
  UNWRAPPING.lastIndex = 0;
  for (let found = UNWRAPPING.exec(text); found !== null; found = UNWRAPPING.exec(text)) {
    const start = receiverStart(text, found.index);
    const end = closingOf(text, UNWRAPPING.lastIndex - 1);
    if (end === -1 || start === found.index) continue;
    text = `${text.slice(0, start)}dyn(${text.slice(start, end + 1)})${text.slice(end + 1)}`;
    UNWRAPPING.lastIndex += 'dyn('.length;
  }
  return text;
}

/** Where the chain of fields, calls and indexes begins that ends before `end`. */
function receiverStart(expression: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0; at -= 1) {
    const sign = expression[at] ?? '';
    if (sign === ')' || sign === ']') depth += 1;
    else if (sign === '(' || sign === '[') {
      if (depth === 0) return at + 1;
      depth -= 1;
    } else if (depth === 0 && !/[\w.?]/.test(sign)) return at + 1;
  }
  return 0;
}

/** Where the parenthesis at `open` is closed; -1 where it is not. Texts are passed over. */
function closingOf(expression: string, open: number): number {
  let depth = 0;
  for (let at = open; at < expression.length; at += 1) {
    const sign = expression[at];
    if (sign === '"' || sign === "'") {
      for (at += 1; at < expression.length && expression[at] !== sign; at += 1) if (expression[at] === '\\') at += 1;
    } else if (sign === '(' || sign === '[' || sign === '{') depth += 1;
    else if (sign === ')' || sign === ']' || sign === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
