import type { Environment } from '@marcbachmann/cel-js';
import {
  label1035Faults,
  labelFaults,
  labelValueFaults,
  qualifiedNameFaults,
  subdomainFaults,
} from '../rules/names.js';
import { formatCheck } from '../schema/formats.js';
import type { CelLibrary } from './cel-environment.js';
import { addNamespace } from './namespace.js';

class NamedFormat {
  readonly faults: (text: string) => readonly string[];

  constructor(faults: (text: string) => readonly string[]) {
    this.faults = faults;
  }
}

/** A prefix may end in a dash. */
const asPrefix =
  (faults: (text: string) => readonly string[]) =>
  (text: string): readonly string[] =>
    faults(text.endsWith('-') ? `${text.slice(0, -1)}a` : text);

const byCheck =
  (format: string, fault: string) =>
  (text: string): readonly string[] =>
    formatCheck(format)?.(text) ? [] : [fault];

const FORMATS: Readonly<Record<string, NamedFormat>> = {
  dns1123Label: new NamedFormat(labelFaults),
  dns1123Subdomain: new NamedFormat(subdomainFaults),
  dns1035Label: new NamedFormat(label1035Faults),
  qualifiedName: new NamedFormat(qualifiedNameFaults),
  dns1123LabelPrefix: new NamedFormat(asPrefix(labelFaults)),
  dns1123SubdomainPrefix: new NamedFormat(asPrefix(subdomainFaults)),
  dns1035LabelPrefix: new NamedFormat(asPrefix(label1035Faults)),
  labelValue: new NamedFormat(labelValueFaults),
  uri: new NamedFormat(byCheck('uri', 'invalid URI')),
  uuid: new NamedFormat(byCheck('uuid', 'does not match the UUID format')),
  byte: new NamedFormat(byCheck('byte', 'invalid base64')),
  date: new NamedFormat(byCheck('date', 'invalid date')),
  datetime: new NamedFormat(byCheck('datetime', 'invalid datetime')),
};

/** Formats by name: `format.dns1123Label().validate(text)` returns what is wrong, or nothing. */
export function addFormatFunctions(environment: Environment, { Optional }: CelLibrary): void {
  addNamespace(environment, 'format');
  environment
    .registerType('kubernetes.NamedFormat', NamedFormat)
    .registerFunction('format.named(string): optional', (_: unknown, name: string) => {
      const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
      return format === undefined ? Optional.none() : Optional.of(format);
    })
    .registerOperator('optional == null', () => false)
    .registerFunction('kubernetes.NamedFormat.validate(string): optional', (format: NamedFormat, text: string) => {
      const faults = format.faults(text);
      return faults.length === 0 ? Optional.none() : Optional.of(faults);
    });
  for (const [name, format] of Object.entries(FORMATS)) {
    environment.registerFunction(`format.${name}(): kubernetes.NamedFormat`, () => format);
  }
}
