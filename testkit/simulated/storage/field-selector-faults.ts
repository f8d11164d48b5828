/** Says what the API server says of a field selector that it cannot read; undefined where it has nothing to say. */
export function fieldSelectorFault(text: string): string | undefined {
  for (const term of text.match(/(?:\\.|[^,\\]|\\$)+/gs) ?? []) {
    const operator = /!=|==|=/.exec(term);
    if (operator === null) return `invalid selector: '${text}'; can't understand '${term}'`;
    const fault = valueFault(term.slice(operator.index + operator[0].length));
    if (fault !== undefined) return `invalid field selector: ${fault}`;
  }
  return undefined;
}

/** A backslash, a comma and an equals sign stand in a value behind a backslash alone. */
function valueFault(value: string): string | undefined {
  for (let index = 0; index < value.length; index += 1) {
    if (value[index] === '\\') {
      const escaped = value.slice(index, index + 2);
      if (!['\\\\', '\\,', '\\='].includes(escaped)) return `invalid escape sequence: ${escaped}`;
      index += 1;
    } else if (value[index] === '=') return `unescaped character in value: ${'='.charCodeAt(0)}`;
  }
  return undefined;
}
