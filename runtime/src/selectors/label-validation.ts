const NAME = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const NAME_RULE = `letters, digits, '-', '_' or '.', beginning and ending with a letter or digit`;
const MAX_NAME_LENGTH = 63;
const MAX_PREFIX_LENGTH = 253;

/** What is wrong with a label key, or undefined. A key is a name, or a DNS subdomain, a slash and a name. */
export function labelKeyProblem(key: string): string | undefined {
  const parts = key.split('/');
  if (parts.length > 2)
    return 'a label key has at most one slash: an optional DNS subdomain before it, a name after it';
  const name = parts.at(-1) ?? '';
  if (parts.length === 2) {
    const problem = prefixProblem(parts[0] ?? '');
    if (problem !== undefined) return problem;
  }
  if (name === '') return 'the name of a label key must not be empty';
  if (name.length > MAX_NAME_LENGTH) return `the name of a label key has at most ${MAX_NAME_LENGTH} characters`;
  return NAME.test(name) ? undefined : `the name of a label key consists of ${NAME_RULE}`;
}

/** What is wrong with a label value, or undefined. The empty value is fine. */
export function labelValueProblem(value: string): string | undefined {
  if (value.length > MAX_NAME_LENGTH) return `a label value has at most ${MAX_NAME_LENGTH} characters`;
  return value === '' || NAME.test(value) ? undefined : `a label value is empty or consists of ${NAME_RULE}`;
}

function prefixProblem(prefix: string): string | undefined {
  if (prefix === '') return 'the prefix of a label key must not be empty';
  if (prefix.length > MAX_PREFIX_LENGTH) return `the prefix of a label key has at most ${MAX_PREFIX_LENGTH} characters`;
  if (SUBDOMAIN.test(prefix)) return undefined;
  return `the prefix of a label key is a DNS subdomain: lower-case letters, digits, '-' and '.'`;
}
