const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const UNDERSCORED_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const UNDERSCORED = `${UNDERSCORED_LABEL}(\\.${UNDERSCORED_LABEL})*`;
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED_NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED_NAME})?`;
const CONFIG_KEY = '[-._a-zA-Z0-9]+';

const PATTERNS = {
  label: new RegExp(`^${LABEL}$`),
  subdomain: new RegExp(`^${SUBDOMAIN}$`),
  underscored: new RegExp(`^${UNDERSCORED}$`),
  label1035: new RegExp(`^${LABEL_1035}$`),
  qualifiedName: new RegExp(`^${QUALIFIED_NAME}$`),
  labelValue: new RegExp(`^${LABEL_VALUE}$`),
  configKey: new RegExp(`^${CONFIG_KEY}$`),
};

const QUALIFIED_NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** Returns why a text is no label of RFC 1123, in the API server's words; empty: it is one. */
export function labelFaults(text: string): string[] {
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [
    ...(text.length > 63 ? [longerThan(63, 'characters')] : []),
    // Of a name that has dots and is fine otherwise the server says just that.
    ...(PATTERNS.label.test(text)
      ? []
      : [PATTERNS.subdomain.test(text) ? 'must not contain dots' : shouldMatch(rule, LABEL, ['my-name', '123-abc'])]),
  ];
}

/** The same for a subdomain of RFC 1123. */
export function subdomainFaults(text: string, unit: 'characters' | 'bytes' = 'characters'): string[] {
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [
    ...(text.length > 253 ? [longerThan(253, unit)] : []),
    ...(PATTERNS.subdomain.test(text) ? [] : [shouldMatch(rule, SUBDOMAIN, ['example.com'])]),
  ];
}

/** The same for a subdomain that may have underscores, as names of services in DNS do. */
export function underscoredSubdomainFaults(text: string): string[] {
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
  return [
    ...(text.length > 253 ? [longerThan(253, 'characters')] : []),
    ...(PATTERNS.underscored.test(text) ? [] : [shouldMatch(rule, UNDERSCORED, ['example.com'])]),
  ];
}

/** The same for a label of RFC 1035, which begins with a letter. */
export function label1035Faults(text: string): string[] {
  const rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [
    ...(text.length > 63 ? [longerThan(63, 'characters')] : []),
    ...(PATTERNS.label1035.test(text) ? [] : [shouldMatch(rule, LABEL_1035, ['my-name', 'abc-123'])]),
  ];
}

/**
 * The same for the key of a label or an annotation, or a finalizer: a name, with or without a subdomain and a slash before
 * it.
 */
export function qualifiedNameFaults(text: string): string[] {
  const parts = text.split('/');
  const examples = ['MyName', 'my.name', '123-abc'];
  if (parts.length > 2) {
    const shape = shouldMatch(QUALIFIED_NAME_RULE, QUALIFIED_NAME, examples);
    return [`a valid label key ${shape} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const faults: string[] = [];
  const name = parts.at(-1) ?? '';
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix === '') faults.push('prefix part must be non-empty');
    else faults.push(...subdomainFaults(prefix, 'bytes').map((fault) => `prefix part ${fault}`));
  }
  if (name === '') faults.push('name part must be non-empty');
  else if (name.length > 63) faults.push(`name part ${longerThan(63, 'bytes')}`);
  if (!PATTERNS.qualifiedName.test(name)) {
    faults.push(`name part ${shouldMatch(QUALIFIED_NAME_RULE, QUALIFIED_NAME, examples)}`);
  }
  return faults;
}

/** The same for the value of a label. */
export function labelValueFaults(text: string): string[] {
  const rule =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  return [
    ...(text.length > 63 ? [longerThan(63, 'bytes')] : []),
    ...(PATTERNS.labelValue.test(text) ? [] : [shouldMatch(rule, LABEL_VALUE, ['MyValue', 'my_value', '12345'])]),
  ];
}

/** The same for a key of a ConfigMap or a Secret, which becomes a file. */
export function configKeyFaults(text: string): string[] {
  const rule = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
  return [
    ...(text.length > 253 ? [longerThan(253, 'characters')] : []),
    ...(PATTERNS.configKey.test(text) ? [] : [shouldMatch(rule, CONFIG_KEY, ['key.name', 'KEY_NAME', 'key-name'])]),
    ...(text === '.' || text === '..' ? [`must not be '${text}'`] : []),
    ...(text.startsWith('..') && text !== '..' ? ["must not start with '..'"] : []),
  ];
}

/** The same for a name that only has to be one segment of a path. */
export function pathSegmentFaults(text: string): string[] {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
}

/** The server counts characters in names and bytes in labels, in words only. */
function longerThan(length: number, unit: 'characters' | 'bytes'): string {
  return `must be no more than ${length} ${unit}`;
}

function shouldMatch(rule: string, pattern: string, examples: readonly string[]): string {
  const listed = examples.map((example) => `'${example}'`).join(',  or ');
  return `${rule} (e.g. ${listed}, regex used for validation is '${pattern}')`;
}
