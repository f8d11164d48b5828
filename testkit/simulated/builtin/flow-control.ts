import { lookupTable } from '../objects/lookup-table.js';
import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { labelFaults, subdomainFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { firstSpec } from './first-objects.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];
const SUBJECTS = lookupTable<string>({ Group: 'group', ServiceAccount: 'serviceAccount', User: 'user' });
const MAX_PRECEDENCE = 10_000;
const MAX_QUEUES = 10_000_000;

/** What is wrong with an object that every server has, if it is not as every server has it. */
function mandatoryFaults(collection: string, object: JsonObject): FieldCause[] {
  const [name, spec] = [textIn(objectIn(object, 'metadata'), 'name'), objectIn(object, 'spec')];
  if (name !== 'exempt' && name !== 'catch-all') return [];
  const fixed = firstSpec(`${collection}.flowcontrol.apiserver.k8s.io`, name);
  const isLevel = collection === 'prioritylevelconfigurations' && name === 'exempt';
  const without = ({ exempt: _exempt, ...rest }: JsonObject): JsonObject => rest;
  if (fixed === undefined || sameJson(isLevel ? without(spec) : spec, isLevel ? without(fixed) : fixed)) return [];
  const part = isLevel ? " except the 'spec.exempt' field" : '';
  return [invalidValue('spec', spec, `spec of '${name}'${part} must equal the fixed value`)];
}

/** FlowSchemas. */
export const flowSchema: BuiltinKind = {
  validate({ object, subresource }) {
    if (subresource !== undefined) return conditionFaults(object);
    const spec = objectIn(object, 'spec');
    const level = textIn(objectIn(spec, 'priorityLevelConfiguration'), 'name');
    const path = 'spec.priorityLevelConfiguration.name';
    const method = spec['distinguisherMethod'];
    return [
      ...mandatoryFaults('flowschemas', object),
      ...precedenceFaults(Number(spec['matchingPrecedence'] ?? 0), textIn(objectIn(object, 'metadata'), 'name')),
      ...(isJsonObject(method) && !['ByNamespace', 'ByUser'].includes(textIn(method, 'type'))
        ? [
            unsupportedValue('spec.distinguisherMethod.type', { Type: textIn(method, 'type') }, [
              'ByNamespace',
              'ByUser',
            ]),
          ]
        : []),
      ...(level === ''
        ? [requiredValue(path, 'must reference a priority level')]
        : subdomainFaults(level).map((fault) => invalidValue(path, level, fault))),
      ...indexed(objectsIn(spec, 'rules'), 'spec.rules').flatMap(([rule, at]) => ruleFaults(rule, at)),
      ...conditionFaults(object),
    ];
  },
};

function precedenceFaults(precedence: number, name: string): FieldCause[] {
  const fault = (why: string): FieldCause => invalidValue('spec.matchingPrecedence', precedence, why);
  return [
    ...(precedence <= 0 ? [fault('must be a positive value')] : []),
    ...(precedence > MAX_PRECEDENCE ? [fault(`must not be greater than ${MAX_PRECEDENCE}`)] : []),
    ...(precedence === 1 && name !== 'exempt'
      ? [fault("only the schema named 'exempt' may have matchingPrecedence 1")]
      : []),
  ];
}

function conditionFaults(object: JsonObject): FieldCause[] {
  const conditions = objectsIn(objectIn(object, 'status'), 'conditions');
  return indexed(conditions, 'status.conditions').flatMap(([condition, path]) =>
    textIn(condition, 'type') === '' ? [requiredValue(`${path}.type`)] : [],
  );
}

function ruleFaults(rule: JsonObject, path: string): FieldCause[] {
  const [resources, others] = [objectsIn(rule, 'resourceRules'), objectsIn(rule, 'nonResourceRules')];
  const subjects = objectsIn(rule, 'subjects');
  return [
    ...(subjects.length === 0 ? [requiredValue(`${path}.subjects`, 'subjects must contain at least one value')] : []),
    ...indexed(subjects, `${path}.subjects`).flatMap(([subject, at]) => subjectFaults(subject, at)),
    ...(resources.length === 0 && others.length === 0
      ? [requiredValue(path, 'at least one of resourceRules and nonResourceRules has to be non-empty')]
      : []),
    ...indexed(resources, `${path}.resourceRules`).flatMap(([one, at]) => resourceFaults(one, at)),
    ...indexed(others, `${path}.nonResourceRules`).flatMap(([one, at]) => [
      ...verbFaults(one, at),
      ...listFaults(one, at, [
        'nonResourceURLs',
        'nonResourceURLs must contain at least one value',
        'non-resource URLs',
      ]),
      ...urlFaults(textsIn(one, 'nonResourceURLs'), `${at}.nonResourceURLs`),
    ]),
  ];
}

function subjectFaults(subject: JsonObject, path: string): FieldCause[] {
  const kind = textIn(subject, 'kind');
  const field = SUBJECTS[kind];
  if (field === undefined) return [unsupportedValue(`${path}.kind`, kind, Object.keys(SUBJECTS))];
  const forbidden = Object.entries(SUBJECTS)
    .filter(([, other]) => other !== field && isJsonObject(subject[other]))
    .map(([other, at]) => forbiddenValue(`${path}.${at}`, `${at} is forbidden when subject kind is not '${other}'`));
  const own = subject[field];
  if (!isJsonObject(own))
    return [...forbidden, requiredValue(`${path}.${field}`, `${field} is required when subject kind is '${kind}'`)];
  const [name, namespace] = [textIn(own, 'name'), textIn(own, 'namespace')];
  const faults = name === '' ? [requiredValue(`${path}.${field}.name`)] : [];
  if (kind !== 'ServiceAccount') return [...forbidden, ...faults];
  const at = `${path}.${field}`;
  return [
    ...forbidden,
    ...faults,
    ...(name === '' || name === '*'
      ? []
      : subdomainFaults(name).map((fault) => invalidValue(`${at}.name`, name, fault))),
    ...(namespace === ''
      ? [requiredValue(`${at}.namespace`, 'must specify namespace for service account')]
      : labelFaults(namespace).map((fault) => invalidValue(`${at}.namespace`, namespace, fault))),
  ];
}

function listFaults(
  rule: JsonObject,
  path: string,
  [field, missing, others]: readonly [string, string, string],
): FieldCause[] {
  const values = textsIn(rule, field);
  if (values.length === 0) return [requiredValue(`${path}.${field}`, missing)];
  if (values.length === 1 || !values.includes('*')) return [];
  return [invalidValue(`${path}.${field}`, values, `if '*' is present, must not specify other ${others}`)];
}

function verbFaults(rule: JsonObject, path: string): FieldCause[] {
  const verbs = textsIn(rule, 'verbs');
  const faults = listFaults(rule, path, ['verbs', 'verbs must contain at least one value', 'verbs']);
  if (verbs.includes('*') || verbs.every((verb) => VERBS.includes(verb))) return faults;
  return [...faults, unsupportedValue(`${path}.verbs`, verbs, VERBS)];
}

function resourceFaults(rule: JsonObject, path: string): FieldCause[] {
  const namespaces = textsIn(rule, 'namespaces');
  const missing = 'resource rules that are not cluster scoped must supply at least one namespace';
  return [
    ...verbFaults(rule, path),
    ...listFaults(rule, path, ['apiGroups', 'resource rules must supply at least one api group', 'api groups']),
    ...listFaults(rule, path, ['resources', 'resource rules must supply at least one resource', 'resources']),
    ...(namespaces.length === 0 && rule['clusterScope'] === true
      ? []
      : listFaults(rule, path, ['namespaces', missing, 'namespaces'])),
    ...(namespaces.includes('*') ? [] : namespaces).flatMap((namespace, index) =>
      labelFaults(namespace).map((fault) =>
        invalidValue(
          `${path}.namespaces[${index}]`,
          namespace,
          `each member of this list must be '*' or a DNS-1123 label; ${fault}`,
        ),
      ),
    ),
  ];
}

function urlFaults(urls: readonly string[], path: string): FieldCause[] {
  if (urls.includes('*')) return [];
  return urls.flatMap((url, index) => {
    const why = urlFault(url);
    return why === undefined ? [] : [invalidValue(`${path}[${index}]`, url, why)];
  });
}

function urlFault(url: string): string | undefined {
  if (url === '') return 'must not be empty';
  if (!url.startsWith('/')) return 'must start with slash';
  if (url.includes(' ')) return 'must not contain white-space';
  if (url.includes('//')) return 'must not contain double slash';
  const stars = url.split('*').length - 1;
  return stars > 1 || (stars === 1 && !url.endsWith('/*')) ? 'wildcard can only do suffix matching' : undefined;
}

/** PriorityLevelConfigurations. */
export const priorityLevel: BuiltinKind = {
  validate({ object, subresource }) {
    if (subresource !== undefined) return conditionFaults(object);
    const spec = objectIn(object, 'spec');
    const [type, name] = [textIn(spec, 'type'), textIn(objectIn(object, 'metadata'), 'name')];
    const { limited, exempt } = spec;
    const faults: FieldCause[] =
      (name === 'exempt') === (type === 'Exempt')
        ? []
        : [invalidValue('spec.type', type, "must be 'Exempt' if and only if `name` is 'exempt'")];
    if (type === '') faults.push(requiredValue('spec.type'));
    else if (type === 'Limited') {
      if (exempt !== undefined) faults.push(forbiddenValue('spec.exempt', 'must be nil if the type is Limited'));
      if (isJsonObject(limited)) faults.push(...limitedFaults(limited, 'spec.limited'));
      else faults.push(requiredValue('spec.limited', 'must not be empty when type is Limited'));
    } else if (type === 'Exempt') {
      if (limited !== undefined) faults.push(forbiddenValue('spec.limited', 'must be nil if the type is not Limited'));
      if (isJsonObject(exempt)) faults.push(...shareFaults(exempt, 'spec.exempt'));
    } else faults.push(unsupportedValue('spec.type', type, ['Exempt', 'Limited']));
    return [...faults, ...mandatoryFaults('prioritylevelconfigurations', object), ...conditionFaults(object)];
  },
};

function shareFaults(
  { nominalConcurrencyShares: shares, lendablePercent: lent }: JsonObject,
  path: string,
): FieldCause[] {
  return [
    ...(typeof shares === 'number' && shares < 0
      ? [invalidValue(`${path}.nominalConcurrencyShares`, shares, 'must be a non-negative integer')]
      : []),
    ...(typeof lent === 'number' && (lent < 0 || lent > 100)
      ? [invalidValue(`${path}.lendablePercent`, lent, 'must be between 0 and 100, inclusive')]
      : []),
  ];
}

function limitedFaults(limited: JsonObject, path: string): FieldCause[] {
  const borrowed = limited['borrowingLimitPercent'];
  const response = objectIn(limited, 'limitResponse');
  const [type, queuing] = [textIn(response, 'type'), response['queuing']];
  const at = `${path}.limitResponse`;
  const faults = shareFaults(limited, path);
  if (typeof borrowed === 'number' && borrowed < 0) {
    const why = 'if specified, must be a non-negative integer';
    faults.push(invalidValue(`${path}.borrowingLimitPercent`, borrowed, why));
  }
  if (type === '') faults.push(requiredValue(`${at}.type`));
  else if (type === 'Reject') {
    const why = 'must be nil if limited.limitResponse.type is not Limited';
    if (queuing !== undefined) faults.push(forbiddenValue(`${at}.queuing`, why));
  } else if (type !== 'Queue') faults.push(unsupportedValue(`${at}.type`, type, ['Queue', 'Reject']));
  else if (isJsonObject(queuing)) faults.push(...queueFaults(queuing, `${at}.queuing`));
  else faults.push(requiredValue(`${at}.queuing`, 'must not be empty if limited.limitResponse.type is Limited'));
  return faults;
}

function queueFaults(queuing: JsonObject, path: string): FieldCause[] {
  const [length, queues, hand] = ['queueLengthLimit', 'queues', 'handSize'].map((field) => Number(queuing[field] ?? 0));
  const faults: FieldCause[] = [];
  const fault = (field: string, value: unknown, why: string): void => {
    faults.push(invalidValue(`${path}.${field}`, value, why));
  };
  if (length === undefined || queues === undefined || hand === undefined) return faults;
  if (length <= 0) fault('queueLengthLimit', length, 'must be positive');
  if (queues <= 0) fault('queues', queues, 'must be positive');
  else if (queues > MAX_QUEUES) fault('queues', queues, `must not be greater than ${MAX_QUEUES}`);
  if (hand <= 0) fault('handSize', hand, 'must be positive');
  else if (hand > queues) fault('handSize', hand, `should not be greater than queues (${queues})`);
  return faults;
}
