import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { labelValueFaults, qualifiedNameFaults, subdomainFaults, underscoredSubdomainFaults } from '../rules/names.js';
import { indexed, objectsIn, oneOf, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { ipFaults } from './ip-checks.js';
import { labelKeyFaults } from './label-keys.js';
import { selectorFaults } from './label-selector.js';

const EVERY_KEY = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';

/** The last two only where a feature gate allows them. */
const COMPARING = ['Equal', 'Exists', 'Lt', 'Gt'];

/** What is wrong with tolerations. */
export function tolerationFaults(spec: JsonObject, path: string, field = 'tolerations'): FieldCause[] {
  return indexed(objectsIn(spec, 'tolerations'), `${path}.${field}`).flatMap(([toleration, at]) => {
    const [key, operator] = [textIn(toleration, 'key'), textIn(toleration, 'operator')];
    const [value, effect] = [textIn(toleration, 'value'), textIn(toleration, 'effect')];
    const seconds = toleration['tolerationSeconds'] !== undefined && effect !== 'NoExecute';
    return [
      ...(key === '' ? [] : qualifiedNameFaults(key).map((fault) => invalidValue(`${at}.key`, key, fault))),
      ...(key === '' && operator !== 'Exists' ? [invalidValue(`${at}.operator`, operator, EVERY_KEY)] : []),
      ...(seconds
        ? [invalidValue(`${at}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")]
        : []),
      ...operatorFaults(operator, value, at),
      ...(effect === '' ? [] : oneOf(`${at}.effect`, effect, ['NoSchedule', 'PreferNoSchedule', 'NoExecute'])),
    ];
  });
}

function operatorFaults(operator: string, value: string, at: string): FieldCause[] {
  if (operator === '' || operator === 'Equal') {
    const faults = labelValueFaults(value);
    return faults.length === 0 ? [] : [invalidValue(`${at}.operator`, value, faults.join(';'))];
  }
  if (operator === 'Exists') {
    return value === ''
      ? []
      : [invalidValue(`${at}.operator`, value, "value must be empty when `operator` is 'Exists'")];
  }
  const compares = operator === 'Lt' || operator === 'Gt';
  return [unsupportedValue(`${at}.operator`, operator, compares ? COMPARING : COMPARING.slice(0, 2))];
}

/** What is wrong with how pods are to be spread. */
export function spreadFaults(spec: JsonObject, path: string): FieldCause[] {
  const constraints = objectsIn(spec, 'topologySpreadConstraints');
  const identity = (one: JsonObject): string => `{${textIn(one, 'topologyKey')}, ${textIn(one, 'whenUnsatisfiable')}}`;
  return indexed(constraints, `${path}.topologySpreadConstraints`).flatMap(([constraint, at], index) => {
    const { maxSkew = 0, minDomains, whenUnsatisfiable: action = '' } = constraint;
    const repeated = constraints.slice(index + 1).some((other) => identity(other) === identity(constraint));
    const onlyStrict = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${String(action)}`;
    return [
      ...(Number(maxSkew) > 0 ? [] : [invalidValue(`${at}.maxSkew`, maxSkew, 'must be greater than zero')]),
      ...(textIn(constraint, 'topologyKey') === '' ? [requiredValue(`${at}.topologyKey`, 'can not be empty')] : []),
      ...oneOf(`${at}.whenUnsatisfiable`, action, ['DoNotSchedule', 'ScheduleAnyway']),
      ...(repeated ? [duplicateValue(`${at}.{topologyKey, whenUnsatisfiable}`, identity(constraint))] : []),
      ...(typeof minDomains === 'number' && minDomains <= 0
        ? [invalidValue(`${at}.minDomains`, minDomains, 'must be greater than zero')]
        : []),
      ...(minDomains !== undefined && action !== 'DoNotSchedule'
        ? [invalidValue(`${at}.minDomains`, minDomains, onlyStrict)]
        : []),
      ...['nodeAffinityPolicy', 'nodeTaintsPolicy'].flatMap((field) =>
        oneOf(`${at}.${field}`, constraint[field], ['Honor', 'Ignore']),
      ),
      ...labelKeyFaults(constraint, at),
      ...selectorFaults(`${at}.labelSelector`, constraint['labelSelector']),
    ];
  });
}

/** What is wrong with the gates that hold a pod back. */
export function gateFaults(spec: JsonObject, path: string): FieldCause[] {
  const seen = new Set<string>();
  return [
    ...indexed(objectsIn(spec, 'readinessGates'), `${path}.readinessGates`).flatMap(([gate, at]) => {
      const type = textIn(gate, 'conditionType');
      return qualifiedNameFaults(type).map((fault) => invalidValue(`${at}.conditionType`, type, fault));
    }),
    ...indexed(objectsIn(spec, 'schedulingGates'), `${path}.schedulingGates`).flatMap(([gate, at]) => {
      const name = textIn(gate, 'name');
      const repeated = seen.has(name) ? [duplicateValue(at, name)] : [];
      seen.add(name);
      return [...qualifiedNameFaults(name).map((fault) => invalidValue(at, name, fault)), ...repeated];
    }),
  ];
}

/** What is wrong with the resolution of names in a pod. */
export function dnsFaults(spec: JsonObject, path: string): FieldCause[] {
  const config = spec['dnsConfig'];
  const at = `${path}.dnsConfig`;
  const servers = isJsonObject(config) ? textsIn(config, 'nameservers') : [];
  if (spec['dnsPolicy'] === 'None') {
    if (!isJsonObject(config)) return [requiredValue(at, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
    if (servers.length === 0) return [requiredValue(`${at}.nameservers`, detail)];
  }
  if (!isJsonObject(config)) return [];
  return [
    ...(servers.length > 3
      ? [invalidValue(`${at}.nameservers`, servers, 'must not have more than 3 nameservers')]
      : []),
    ...servers.flatMap((server, index) => ipFaults(`${at}.nameservers[${index}]`, server)),
    ...searchFaults(textsIn(config, 'searches'), `${at}.searches`),
    ...indexed(objectsIn(config, 'options'), `${at}.options`).flatMap(([option, where]) =>
      textIn(option, 'name') === '' ? [requiredValue(where, 'must not be empty')] : [],
    ),
  ];
}

const MAX_SEARCHES = 32;
const MAX_SEARCH_TEXT = 2048;

function searchFaults(searches: readonly string[], path: string): FieldCause[] {
  const long = `must not have more than ${MAX_SEARCH_TEXT} characters (including spaces) in the search list`;
  return [
    ...(searches.length > MAX_SEARCHES
      ? [invalidValue(path, searches, `must not have more than ${MAX_SEARCHES} search paths`)]
      : []),
    ...(searches.join(' ').length > MAX_SEARCH_TEXT ? [invalidValue(path, searches, long)] : []),
    ...searches.flatMap((search, index) => {
      const name = search.replace(/\.$/, '');
      if (search === '.') return [];
      return underscoredSubdomainFaults(name).map((fault) => invalidValue(`${path}[${index}]`, name, fault));
    }),
  ];
}

/** What is wrong with lines for the file of hosts. */
export function hostAliasFaults(spec: JsonObject, path: string): FieldCause[] {
  return indexed(objectsIn(spec, 'hostAliases'), `${path}.hostAliases`).flatMap(([alias, at]) => [
    ...ipFaults(`${at}.ip`, textIn(alias, 'ip')),
    ...textsIn(alias, 'hostnames').flatMap((name, index) =>
      subdomainFaults(name).map((fault) => invalidValue(`${at}.hostnames[${index}]`, name, fault)),
    ),
  ]);
}
