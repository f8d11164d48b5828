import type { ServedResource } from '../resources/served-resource.js';
import { groupResource } from '../resources/served-resource.js';

/** What is wrong with a name; a prefix is a `generateName`, which may end in a dash. */
export type NameRule = (name: string, isPrefix: boolean) => readonly string[];

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED})?`;

const labelPattern = new RegExp(`^${LABEL}$`);
const subdomainPattern = new RegExp(`^${SUBDOMAIN}$`);
const qualifiedPattern = new RegExp(`^${QUALIFIED}$`);
const labelValuePattern = new RegExp(`^${LABEL_VALUE}$`);

function regexFault(message: string, regex: string, ...examples: readonly string[]): string {
  const listed = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (e.g. ${listed}regex used for validation is '${regex}')`;
}

function tooLong(text: string, bytes: number): string[] {
  return Buffer.byteLength(text) > bytes ? [`must be no more than ${bytes} characters`] : [];
}

/** A DNS subdomain, as most names are. */
export function subdomainFaults(text: string): string[] {
  const message =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  const faults = tooLong(text, 253);
  if (!subdomainPattern.test(text)) faults.push(regexFault(message, SUBDOMAIN, 'example.com'));
  return faults;
}

/** A DNS label, as names of namespaces are. */
export function labelFaults(text: string): string[] {
  const message =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  const faults = tooLong(text, 63);
  if (labelPattern.test(text)) return faults;
  const isSubdomain = subdomainPattern.test(text);
  return [...faults, isSubdomain ? 'must not contain dots' : regexFault(message, LABEL, 'my-name', '123-abc')];
}

const QUALIFIED_MESSAGE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** `name` or `example.com/name`: keys of labels and annotations, and finalizers. */
export function qualifiedNameFaults(text: string): string[] {
  const parts = text.split('/');
  const regex = regexFault(QUALIFIED_MESSAGE, QUALIFIED, 'MyName', 'my.name', '123-abc');
  if (parts.length > 2) {
    return [`a qualified name ${regex} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.at(-1) ?? '';
  const faults: string[] = [];
  if (parts.length === 2) {
    const [prefix = ''] = parts;
    if (prefix === '') faults.push('prefix part must be non-empty');
    else faults.push(...subdomainFaults(prefix).map((fault) => `prefix part ${fault}`));
  }
  if (name === '') faults.push('name part must be non-empty');
  else faults.push(...tooLong(name, 63).map((fault) => `name part ${fault}`));
  if (!qualifiedPattern.test(name)) faults.push(`name part ${regex}`);
  return faults;
}

/** What the value of a label may be. */
export function labelValueFaults(text: string): string[] {
  const message =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  const faults = text.length > 63 ? ['must be no more than 63 bytes'] : [];
  if (!labelValuePattern.test(text)) faults.push(regexFault(message, LABEL_VALUE, 'MyValue', 'my_value', '12345'));
  return faults;
}

/** Any name that is one segment of a path. */
export const pathSegmentRule: NameRule = (name, isPrefix) => {
  if (!isPrefix && (name === '.' || name === '..')) return [`may not be '${name}'`];
  return ['/', '%'].filter((sign) => name.includes(sign)).map((sign) => `may not contain '${sign}'`);
};

const masked =
  (faults: (text: string) => string[]): NameRule =>
  (name, isPrefix) =>
    faults(isPrefix && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name);

const subdomainRule = masked(subdomainFaults);
const labelRule = masked(labelFaults);

const namesAreLabels: ReadonlySet<string> = new Set(['namespaces.', 'services.']);

/** The rule for the names of a resource. */
export function nameRuleOf(resource: ServedResource): NameRule {
  if (!resource.builtIn) return subdomainRule;
  if (resource.group === 'rbac.authorization.k8s.io') return pathSegmentRule;
  return namesAreLabels.has(groupResource(resource)) ? labelRule : subdomainRule;
}
