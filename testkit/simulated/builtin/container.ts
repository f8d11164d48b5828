import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { forbiddenValue, invalidValue, notFoundValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { between, dnsLabel, indexed, notNegative, objectIn, objectsIn, oneOf, PORTS, textIn } from './checks.js';
import { parseQuantity } from './quantity.js';

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc'] as const;
const PROBE_NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];

/** What is wrong with one container, in the server's order. */
export function containerFaults(container: JsonObject, path: string, volumes: ReadonlySet<string>): FieldCause[] {
  const image = textIn(container, 'image');
  return [
    ...dnsLabel(`${path}.name`, textIn(container, 'name')),
    ...(image === '' ? [requiredValue(`${path}.image`)] : []),
    ...(image.trim() === image
      ? []
      : [invalidValue(`${path}.image`, image, 'must not have leading or trailing whitespace')]),
    ...indexed(objectsIn(container, 'ports'), `${path}.ports`).flatMap(([port, at]) => portFaults(port, at)),
    ...duplicateNames(objectsIn(container, 'ports'), `${path}.ports`),
    ...indexed(objectsIn(container, 'env'), `${path}.env`).flatMap(([variable, at]) => envFaults(variable, at)),
    ...mountFaults(container, `${path}.volumeMounts`, volumes),
    ...oneOf(`${path}.imagePullPolicy`, container['imagePullPolicy'], ['Always', 'IfNotPresent', 'Never']),
    ...resourceFaults(objectIn(container, 'resources'), `${path}.resources`),
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((name) =>
      probeFaults(container[name], `${path}.${name}`),
    ),
  ];
}

function portFaults(port: JsonObject, path: string): FieldCause[] {
  const number = port['containerPort'];
  return [
    ...(number === 0 || number === undefined
      ? [requiredValue(`${path}.containerPort`)]
      : between(`${path}.containerPort`, number, PORTS)),
    ...(port['hostPort'] === undefined ? [] : between(`${path}.hostPort`, port['hostPort'], PORTS)),
    ...oneOf(`${path}.protocol`, port['protocol'], ['SCTP', 'TCP', 'UDP']),
  ];
}

/** Refuses a second item of a name. */
export function duplicateNames(items: readonly JsonObject[], path: string): FieldCause[] {
  const seen = new Set<string>();
  return indexed(items, path).flatMap(([item, at]) => {
    const name = textIn(item, 'name');
    if (name === '' || !seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [
      { reason: 'FieldValueDuplicate', message: `Duplicate value: ${JSON.stringify(name)}`, field: `${at}.name` },
    ];
  });
}

const ENV_NAME_RULE =
  'a valid environment variable name must consist only of printable ASCII characters other than "="';

function envFaults(variable: JsonObject, path: string): FieldCause[] {
  const name = textIn(variable, 'name');
  const faults: FieldCause[] = [];
  if (name === '') faults.push(requiredValue(`${path}.name`));
  else if (!/^[ -<>-~]+$/.test(name)) faults.push(invalidValue(`${path}.name`, name, ENV_NAME_RULE));
  const from = variable['valueFrom'];
  if (!isJsonObject(from)) return faults;
  const sources = Object.keys(from);
  if (sources.length === 0) {
    const detail =
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    faults.push(invalidValue(`${path}.valueFrom`, '', detail));
  } else if (textIn(variable, 'value') !== '') {
    faults.push(invalidValue(`${path}.valueFrom`, '', 'may not be specified when `value` is not empty'));
  } else if (sources.length > 1) {
    faults.push(invalidValue(`${path}.valueFrom`, '', 'may not have more than one field specified at a time'));
  }
  return faults;
}

function mountFaults(container: JsonObject, path: string, volumes: ReadonlySet<string>): FieldCause[] {
  const paths = new Set<string>();
  return indexed(objectsIn(container, 'volumeMounts'), path).flatMap(([mount, at]) => {
    const name = textIn(mount, 'name');
    const mountPath = textIn(mount, 'mountPath');
    const faults: FieldCause[] = [];
    if (name === '') faults.push(requiredValue(`${at}.name`));
    else if (!volumes.has(name)) faults.push(notFoundValue(`${at}.name`, name));
    if (mountPath === '') faults.push(requiredValue(`${at}.mountPath`));
    else if (paths.has(mountPath)) faults.push(invalidValue(`${at}.mountPath`, mountPath, 'must be unique'));
    paths.add(mountPath);
    return faults;
  });
}

/** What is wrong with requests and limits. */
export function resourceFaults(resources: JsonObject, path: string): FieldCause[] {
  const limits = objectIn(resources, 'limits');
  const requests = objectIn(resources, 'requests');
  const nanos = (value: unknown): bigint => parseQuantity(String(value))?.nano ?? 0n;
  const negative = (list: JsonObject, at: string): FieldCause[] =>
    Object.entries(list).flatMap(([name, value]) =>
      nanos(value) < 0n ? [invalidValue(`${at}[${name}]`, value, 'must be greater than or equal to 0')] : [],
    );
  const excessive = Object.entries(requests).flatMap(([name, value]) =>
    limits[name] !== undefined && nanos(value) > nanos(limits[name])
      ? [
          invalidValue(
            `${path}.requests`,
            value,
            `must be less than or equal to ${name} limit of ${String(limits[name])}`,
          ),
        ]
      : [],
  );
  return [...negative(limits, `${path}.limits`), ...negative(requests, `${path}.requests`), ...excessive];
}

function probeFaults(probe: unknown, path: string): FieldCause[] {
  if (!isJsonObject(probe)) return [];
  const handlers = HANDLERS.filter((name) => isJsonObject(probe[name]));
  const faults: FieldCause[] = handlers
    .slice(1)
    .map((name) => forbiddenValue(`${path}.${name}`, 'may not specify more than 1 handler type'));
  if (handlers.length === 0) faults.push(requiredValue(path, 'must specify a handler type'));
  return [...faults, ...PROBE_NUMBERS.flatMap((name) => notNegative(`${path}.${name}`, probe[name]))];
}
