import type { JsonObject } from '../objects/api-object.js';
import { objectIn, objectsIn, textIn } from '../builtin/checks.js';

/** What the checks see of a pod, or of a template of pods. */
export interface CheckedPod {
  readonly annotations: JsonObject;
  readonly spec: JsonObject;
  readonly securityContext: JsonObject;
  /** Containers of all sorts, those that run first before the others. */
  readonly containers: readonly JsonObject[];
}

/** What is against a pod, in short and at length. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** Undefined: nothing is against the pod. */
export type PodCheck = (pod: CheckedPod) => Violation | undefined;

/** One rule of a level, with what became of it from version to version. */
export interface VersionedCheck {
  /** Checks of a level are made in the order of these. */
  readonly id: string;
  /** Oldest first; `since` is the minor version of Kubernetes. */
  readonly versions: readonly { readonly since: number; readonly check: PodCheck }[];
  /** The id of the baseline check that this one makes superfluous. Default: none. */
  readonly overrides?: string;
}

/** @param pod A pod or a template of pods: what has `metadata` and `spec`. */
export function checkedPod(pod: JsonObject): CheckedPod {
  const spec = objectIn(pod, 'spec');
  return {
    annotations: objectIn(objectIn(pod, 'metadata'), 'annotations'),
    spec,
    securityContext: objectIn(spec, 'securityContext'),
    containers: ['initContainers', 'containers', 'ephemeralContainers'].flatMap((field) => objectsIn(spec, field)),
  };
}

/** The names of the containers that something is against. */
export function containersWhere(pod: CheckedPod, isBad: (container: JsonObject) => boolean): string[] {
  return pod.containers.filter(isBad).map((container) => textIn(container, 'name'));
}

export function contextOf(container: JsonObject): JsonObject {
  return objectIn(container, 'securityContext');
}

export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}

export function plural(word: string, count: number): string {
  return count === 1 ? word : `${word}s`;
}

/** `container "a"`, `containers "a", "b"`. */
export function named(noun: string, names: readonly string[]): string {
  return `${plural(noun, names.length)} ${quoted(names)}`;
}

/** The pod and those of its containers that set something, joined; empty where none does. */
export function setters(byPod: boolean, containers: readonly string[]): string {
  return [...(byPod ? ['pod'] : []), ...(containers.length > 0 ? [named('container', containers)] : [])].join(' and ');
}

/** Each once, sorted. */
export function distinct(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort();
}

/** The same check, but for pods that run as users of their own. */
export function unlessInUserNamespace(check: PodCheck): PodCheck {
  return (pod) => (pod.spec['hostUsers'] === false ? undefined : check(pod));
}

/** The same check, but for pods that say they are for Windows. */
export function unlessForWindows(check: PodCheck): PodCheck {
  return (pod) => (objectIn(pod.spec, 'os')['name'] === 'windows' ? undefined : check(pod));
}
