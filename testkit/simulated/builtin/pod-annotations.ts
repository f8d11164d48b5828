import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { goQuote } from '../rules/go-text.js';
import { jsonFault } from '../rules/json-faults.js';
import { objectIn, textIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { descendingPath } from './path-checks.js';
import { tolerationFaults } from './pod-scheduling.js';
import { everyContainer } from './windows-options.js';

const MIRROR = 'kubernetes.io/config.mirror';
const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
export const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
export const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
export const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const MAX_INT32 = 2_147_483_647;

/** What is wrong with annotations that mean something to the server, of a pod or of a template. */
export function annotationValueFaults(metadata: JsonObject, spec: JsonObject, path: string): FieldCause[] {
  const { annotations } = metadata;
  if (!isJsonObject(annotations)) return [];
  const mirror = annotations[MIRROR];
  const names = everyContainer(spec, '').map(([container]) => textIn(container, 'name'));
  return [
    ...(mirror === undefined || textIn(spec, 'nodeName') !== ''
      ? []
      : [invalidValue(`${path}[${MIRROR}]`, mirror, 'must set spec.nodeName if mirror pod annotation is set')]),
    ...annotatedTolerationFaults(annotations[TOLERATIONS], path),
    ...costFaults(annotations[DELETION_COST], `${path}[${DELETION_COST}]`),
    ...Object.entries(annotations).flatMap(([key, value]) =>
      key === SECCOMP_POD || key.startsWith(SECCOMP_CONTAINER) ? seccompFaults(String(value), `${path}.${key}`) : [],
    ),
    ...Object.entries(annotations)
      .filter(([key]) => key.startsWith(APP_ARMOR))
      .flatMap(([key, value]) => appArmorFaults(key, String(value), { path, names })),
  ];
}

/** Tolerations as they were before there was a field for them. */
function annotatedTolerationFaults(text: unknown, path: string): FieldCause[] {
  if (typeof text !== 'string' || text === '') return [];
  let tolerations: unknown;
  try {
    tolerations = JSON.parse(text);
  } catch {
    return [invalidValue(path, TOLERATIONS, jsonFault(text))];
  }
  return Array.isArray(tolerations) ? tolerationFaults({ tolerations }, path, TOLERATIONS) : [];
}

function costFaults(cost: unknown, path: string): FieldCause[] {
  if (typeof cost !== 'string') return [];
  const fits = /^(-\d+|0|[1-9]\d*)$/.test(cost) && Math.abs(Number(cost) + 0.5) <= MAX_INT32 + 0.5;
  return fits ? [] : [invalidValue(path, cost, 'must be a 32bit integer')];
}

function seccompFaults(profile: string, path: string): FieldCause[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return [];
  if (profile.startsWith('localhost/')) return descendingPath(path, profile.slice('localhost/'.length));
  return [invalidValue(path, profile, 'must be a valid seccomp profile')];
}

function appArmorFaults(
  key: string,
  profile: string,
  { path, names }: { readonly path: string; readonly names: readonly string[] },
): FieldCause[] {
  const name = key.slice(APP_ARMOR.length);
  const known = ['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith('localhost/');
  return [
    ...(names.includes(name) ? [] : [invalidValue(`${path}[${key}]`, name, 'container not found')]),
    ...(known ? [] : [invalidValue(`${path}[${key}]`, profile, `invalid AppArmor profile name: ${goQuote(profile)}`)]),
  ];
}

/** Annotations that stay as a pod was created with them. */
export function annotationChangeFaults(next: JsonObject, previous: JsonObject): FieldCause[] {
  const [after, before] = [objectIn(next, 'annotations'), objectIn(previous, 'annotations')];
  const what = (key: string): string | undefined =>
    key.startsWith(APP_ARMOR) ? 'AppArmor annotations' : key === MIRROR ? 'mirror pod annotation' : undefined;
  const refused = (keys: readonly string[], verb: string): FieldCause[] =>
    keys.flatMap((key) => {
      const noun = what(key);
      return noun === undefined ? [] : [forbiddenValue(`metadata.annotations[${key}]`, `may not ${verb} ${noun}`)];
    });
  return [
    ...refused(
      Object.keys(before).filter((key) => after[key] !== before[key]),
      'remove or update',
    ),
    ...refused(
      Object.keys(after).filter((key) => before[key] === undefined),
      'add',
    ),
  ];
}

/** What fields and the annotations that came before them say must be the same. */
export function profileMatchFaults(metadata: JsonObject, spec: JsonObject, path: string): FieldCause[] {
  const annotations = metadata['annotations'];
  if (!isJsonObject(annotations)) return [];
  const context = objectIn(spec, 'securityContext');
  const containers = everyContainer(spec, path);
  const isWindows = objectIn(spec, 'os')['name'] === 'windows';
  return [
    ...matchFaults(context['seccompProfile'], annotations[SECCOMP_POD], `${path}.securityContext.seccompProfile`),
    ...containers.flatMap(([container, at]) =>
      matchFaults(
        objectIn(container, 'securityContext')['seccompProfile'],
        annotations[SECCOMP_CONTAINER + textIn(container, 'name')],
        `${at}.securityContext.seccompProfile`,
      ),
    ),
    ...(isWindows ? [] : containers).flatMap(([container, at]) =>
      matchFaults(
        objectIn(container, 'securityContext')['appArmorProfile'] ?? context['appArmorProfile'],
        annotations[APP_ARMOR + textIn(container, 'name')],
        `${at}.securityContext.appArmorProfile`,
      ),
    ),
  ];
}

function matchFaults(profile: unknown, annotation: unknown, path: string): FieldCause[] {
  if (!isJsonObject(profile) || typeof annotation !== 'string') return [];
  const what = path.endsWith('seccompProfile') ? 'seccomp' : 'apparmor';
  const wrongType = forbiddenValue(`${path}.type`, `${what} type in annotation and field must match`);
  const type = textIn(profile, 'type');
  if (type === 'Unconfined') return annotation === 'unconfined' ? [] : [wrongType];
  if (type === 'RuntimeDefault') {
    const same = annotation === 'runtime/default' || (what === 'seccomp' && annotation === 'docker/default');
    return same ? [] : [wrongType];
  }
  if (type !== 'Localhost') return [];
  if (!annotation.startsWith('localhost/')) return [wrongType];
  if (annotation.slice('localhost/'.length) === profile['localhostProfile']) return [];
  return [forbiddenValue(`${path}.localhostProfile`, `${what} profile in annotation and field must match`)];
}

/** The field that says what an annotation says; undefined where it says nothing. */
export function appArmorField(annotation: string): JsonObject | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  const local = annotation.startsWith('localhost/') ? annotation.slice('localhost/'.length) : '';
  return local === '' ? undefined : { type: 'Localhost', localhostProfile: local };
}

/** Pods whose annotations have been made fields, by which the server warns of them. */
const copied = new WeakMap<JsonObject, string[]>();

/** Makes fields of annotations that came before them, where containers have none. */
export function copyProfiles(pod: JsonObject): void {
  const spec = objectIn(pod, 'spec');
  if (objectIn(spec, 'os')['name'] === 'windows') return;
  const annotations = objectIn(objectIn(pod, 'metadata'), 'annotations');
  const ofPod = objectIn(spec, 'securityContext')['appArmorProfile'];
  const old: string[] = [];
  for (const [container] of everyContainer(spec, '')) {
    const key = APP_ARMOR + textIn(container, 'name');
    const annotation = annotations[key];
    const context = objectIn(container, 'securityContext');
    if (typeof annotation !== 'string' || context['appArmorProfile'] !== undefined) continue;
    const profile = appArmorField(annotation);
    if (profile !== undefined && sameJson(profile, ofPod ?? null)) continue;
    old.push(key);
    if (profile !== undefined) container['securityContext'] = { ...context, appArmorProfile: profile };
  }
  if (old.length > 0) copied.set(pod, old);
}

/** What the server warns of when it has made fields of annotations. */
export function copiedWarnings(pod: JsonObject): string[] {
  return (copied.get(pod) ?? []).map(
    (key) => `metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`,
  );
}
