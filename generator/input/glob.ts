/** The regular expression of a glob: `*` and `?` stay inside a segment, `**` does not, `{a,b}` is either. */
export function globToRegExp(glob: string): RegExp {
  let source = '';
  let depth = 0;
  for (let i = 0; i < glob.length; i += 1) {
    const character = glob.charAt(i);
    if (glob.startsWith('**/', i)) {
      source += '(?:.*/)?';
      i += 2;
    } else if (glob.startsWith('**', i)) {
      source += '.*';
      i += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '{') {
      depth += 1;
      source += '(?:';
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else if (character === ',' && depth > 0) source += '|';
    else source += character.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  }
  return new RegExp(`^${source}${')'.repeat(depth)}$`);
}

/** Whether a text is a glob at all. */
export function isGlob(text: string): boolean {
  return /[*?{]/.test(text);
}
