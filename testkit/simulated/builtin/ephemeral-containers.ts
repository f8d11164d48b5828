import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { goQuote } from '../rules/go-text.js';
import { indexed, objectsIn, textIn } from './checks.js';
import { commonFaults, untrimmedImage } from './container.js';
import type { PodSurroundings } from './container.js';
import { structDiff } from './go-layout.js';
import { forbiddenValue, notFoundValue } from './faults.js';
import type { FieldCause } from './faults.js';

/** What only containers that do the pod's work have. */
const UNWANTED = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
];
const CANNOT = 'cannot be set for an Ephemeral Container';

/** What is wrong with the containers that somebody adds to look into a pod. */
export function ephemeralFaults(spec: JsonObject, path: string, pod: PodSurroundings): FieldCause[] {
  const others = [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')].map((one) =>
    textIn(one, 'name'),
  );
  const names = new Set(others);
  return indexed(objectsIn(spec, 'ephemeralContainers'), path).flatMap(([container, at]) => {
    const [name, target] = [textIn(container, 'name'), textIn(container, 'targetContainerName')];
    const isTaken = names.has(name);
    names.add(name);
    return [
      ...commonFaults(container, at, pod),
      ...untrimmedImage(container, at),
      ...(isTaken ? [duplicateValue(`${at}.name`, name)] : []),
      ...(target === '' || others.includes(target) ? [] : [notFoundValue(`${at}.targetContainerName`, target)]),
      ...UNWANTED.filter((field) => isSet(container[field])).map((field) => forbiddenValue(`${at}.${field}`, CANNOT)),
      ...indexed(objectsIn(container, 'volumeMounts'), `${at}.volumeMounts`).flatMap(([mount, mountAt]) =>
        ['subPath', 'subPathExpr']
          .filter((field) => textIn(mount, field) !== '')
          .map((field) => forbiddenValue(`${mountAt}.${field}`, CANNOT)),
      ),
    ];
  });
}

/** Containers that are there stay as they are. */
export function ephemeralChangeFaults(next: JsonObject, previous: JsonObject): FieldCause[] {
  const present = objectsIn(next, 'ephemeralContainers');
  return objectsIn(previous, 'ephemeralContainers').flatMap((before) => {
    const after = present.find(({ name }) => name === before['name']);
    const which = `existing ephemeral containers ${goQuote(textIn(before, 'name'))}`;
    if (after === undefined) return [forbiddenValue('spec.ephemeralContainers', `${which} may not be removed\n`)];
    if (sameJson(before, after)) return [];
    const diff = structDiff('apis/core.EphemeralContainer', before, after);
    return [forbiddenValue('spec.ephemeralContainers', `${which} may not be changed\n${diff}`)];
  });
}

/** A list that is there is set, even if it is empty. */
function isSet(value: unknown): boolean {
  return isJsonObject(value) ? Object.keys(value).length > 0 : value !== undefined;
}
