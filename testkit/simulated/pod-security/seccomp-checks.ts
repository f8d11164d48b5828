import { objectIn, textIn } from '../builtin/checks.js';
import type { JsonObject } from '../objects/api-object.js';
import { goQuote } from '../rules/go-text.js';
import { containersWhere, contextOf, distinct, named, plural, quoted, setters } from './pod-check.js';
import type { PodCheck } from './pod-check.js';

const ANNOTATIONS = 'seccomp.security.alpha.kubernetes.io/';
const ALLOWED_ANNOTATION = /^(runtime\/default$|docker\/default$|localhost\/)/;
const ALLOWED_TYPES: ReadonlySet<string> = new Set(['RuntimeDefault', 'Localhost']);

/** How profiles were set before they were fields. */
export const seccompAnnotations: PodCheck = ({ annotations, containers }) => {
  const keys = [`${ANNOTATIONS}pod`, ...containers.map((each) => `container.${ANNOTATIONS}${textIn(each, 'name')}`)];
  const found = distinct(
    keys
      .filter((key) => annotations[key] !== undefined && !ALLOWED_ANNOTATION.test(String(annotations[key])))
      .map((key) => `${key}=${goQuote(String(annotations[key]))}`),
  );
  if (found.length === 0) return undefined;
  return { reason: 'seccompProfile', detail: `forbidden ${plural('annotation', found.length)} ${found.join(', ')}` };
};

/** Undefined where no profile is set. */
function typeIn(context: JsonObject): string | undefined {
  return context['seccompProfile'] === undefined ? undefined : textIn(objectIn(context, 'seccompProfile'), 'type');
}

function isBad(context: JsonObject): boolean {
  const type = typeIn(context);
  return type !== undefined && !ALLOWED_TYPES.has(type);
}

/** A profile may not be switched off. */
export const badSeccompTypes: PodCheck = (pod) => {
  const who = setters(
    isBad(pod.securityContext),
    containersWhere(pod, (container) => isBad(contextOf(container))),
  );
  if (who === '') return undefined;
  const contexts = [pod.securityContext, ...pod.containers.map(contextOf)];
  const types = distinct(contexts.filter(isBad).map((context) => typeIn(context) ?? ''));
  return {
    reason: 'seccompProfile',
    detail: `${who} must not set securityContext.seccompProfile.type to ${quoted(types)}`,
  };
};

/** A profile must be set. */
export const requiredSeccomp: PodCheck = (pod) => {
  const bad = badSeccompTypes(pod);
  if (bad !== undefined || typeIn(pod.securityContext) !== undefined) return bad;
  const without = containersWhere(pod, (container) => typeIn(contextOf(container)) === undefined);
  if (without.length === 0) return undefined;
  const subject = `pod or ${named('container', without)}`;
  return {
    reason: 'seccompProfile',
    detail: `${subject} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  };
};
