import { isJsonObject, isNumber } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { between, notNegative, objectsIn, oneOf, PORTS, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;
const PROBE_NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];
const HEADER_RULE =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

/** What is wrong with the hooks and probes of a container that runs all the time. */
export function handlerFaults(container: JsonObject, path: string, graceSeconds: unknown): FieldCause[] {
  const lifecycle = container['lifecycle'];
  const hooks = isJsonObject(lifecycle) ? ['postStart', 'preStop'] : [];
  return [
    ...hooks.flatMap((name) => {
      const handler = isJsonObject(lifecycle) ? lifecycle[name] : undefined;
      return isJsonObject(handler) ? actionFaults(handler, `${path}.lifecycle.${name}`, graceSeconds) : [];
    }),
    ...PROBES.flatMap((name) => {
      const probe = container[name];
      return isJsonObject(probe) ? probeFaults(name, probe, `${path}.${name}`) : [];
    }),
  ];
}

/** What is wrong with hooks and probes of a container that has to end. */
export function unwantedHandlers(container: JsonObject, path: string): FieldCause[] {
  return ['lifecycle', ...PROBES]
    .filter((name) => isJsonObject(container[name]))
    .map((name) =>
      forbiddenValue(`${path}.${name}`, 'may not be set for init containers without restartPolicy=Always'),
    );
}

function probeFaults(name: string, probe: JsonObject, path: string): FieldCause[] {
  const grace = probe['terminationGracePeriodSeconds'];
  const where = `${path}.terminationGracePeriodSeconds`;
  const successes = probe['successThreshold'];
  return [
    ...actionFaults(probe, path, undefined),
    ...PROBE_NUMBERS.flatMap((field) => notNegative(`${path}.${field}`, probe[field])),
    ...(isNumber(grace) && grace <= 0 ? [invalidValue(where, grace, 'must be greater than 0')] : []),
    ...(name === 'readinessProbe'
      ? isNumber(grace)
        ? [invalidValue(where, grace, 'must not be set for readinessProbes')]
        : []
      : typeof successes === 'number' && successes !== 1
        ? [invalidValue(`${path}.successThreshold`, successes, 'must be 1')]
        : []),
  ];
}

type ActionCheck = (action: JsonObject, path: string) => FieldCause[];

const ACTIONS: Readonly<Record<string, ActionCheck>> = {
  exec: (action, path) =>
    Array.isArray(action['command']) && action['command'].length > 0 ? [] : [requiredValue(`${path}.command`)],
  httpGet: (action, path) => [
    ...(textIn(action, 'path') === '' ? [requiredValue(`${path}.path`)] : []),
    ...portFaults(`${path}.port`, action['port']),
    ...oneOf(`${path}.scheme`, action['scheme'], ['HTTP', 'HTTPS']),
    ...objectsIn(action, 'httpHeaders')
      .map((header) => textIn(header, 'name'))
      .filter((name) => !/^[-A-Za-z0-9]+$/.test(name))
      .map((name) => invalidValue(`${path}.httpHeaders`, name, HEADER_RULE)),
  ],
  tcpSocket: (action, path) => portFaults(`${path}.port`, action['port']),
  grpc: (action, path) => portFaults(`${path}.port`, action['port']),
  sleep: () => [],
};

function actionFaults(handler: JsonObject, path: string, graceSeconds: unknown): FieldCause[] {
  const names = Object.keys(ACTIONS).filter((name) => isJsonObject(handler[name]));
  if (names.length === 0) return [requiredValue(path, 'must specify a handler type')];
  return names.flatMap((name, index) => {
    const action = handler[name];
    if (index > 0) return [forbiddenValue(`${path}.${name}`, 'may not specify more than 1 handler type')];
    if (!isJsonObject(action)) return [];
    if (name === 'sleep') return sleepFaults(action, `${path}.sleep`, graceSeconds);
    return ACTIONS[name]?.(action, `${path}.${name}`) ?? [];
  });
}

function sleepFaults({ seconds = 0 }: JsonObject, path: string, graceSeconds: unknown): FieldCause[] {
  if (!isNumber(seconds) || !isNumber(graceSeconds)) return [];
  if (seconds >= 0 && seconds <= graceSeconds) return [];
  const detail = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
  return [invalidValue(path, seconds, detail)];
}

/** What is wrong with a port that is a number or a name. */
export function portFaults(path: string, port: unknown): FieldCause[] {
  if (typeof port !== 'string') return between(path, port ?? 0, PORTS);
  return portNameFaults(port).map((fault) => invalidValue(path, port, fault));
}

/** Why a text is no name of a port; empty: it is one. */
export function portNameFaults(name: string): string[] {
  return [
    ...(name.length > 15 ? ['must be no more than 15 characters'] : []),
    ...(/^[-a-z0-9]+$/.test(name) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(/[a-z]/.test(name) ? [] : ['must contain at least one letter (a-z)']),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(/^-|-$/.test(name) ? ['must not begin or end with a hyphen'] : []),
  ];
}
