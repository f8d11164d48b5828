import { sameJson } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { arrayOf, crdNamesOf, crdSpecOf, objectOf } from './crd-spec.js';
import type { CrdNames } from './crd-spec.js';

/** A condition of a CRD without its time. */
export interface CrdCondition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** Completes a CRD as the server does when it reads one: names that follow from the kind, the conversion strategy. */
export function completeDefinition(crd: JsonObject): void {
  const spec = crd['spec'] === undefined ? undefined : objectOf(crd['spec']);
  if (spec === undefined) return;
  const names = { ...objectOf(spec['names']) };
  const { kind } = crdNamesOf(names);
  if (!names['singular']) names['singular'] = kind.toLowerCase();
  if (!names['listKind'] && kind !== '') names['listKind'] = `${kind}List`;
  crd['spec'] = { ...spec, names, conversion: completeConversion(spec['conversion']) };
}

function completeConversion(conversion: unknown): unknown {
  if (conversion === undefined || conversion === null) return { strategy: 'None' };
  const { webhook, ...rest } = objectOf(conversion);
  const { clientConfig, ...webhookRest } = objectOf(webhook);
  const { service, ...clientRest } = objectOf(clientConfig);
  if (service === undefined) return conversion;
  const complete = { port: 443, ...objectOf(service) };
  return { ...rest, webhook: { ...webhookRest, clientConfig: { ...clientRest, service: complete } } };
}

/** The CRD with a status: that of a new one, or the present one; the storage version is noted in it. */
export function withStoredVersion(crd: ApiObject): ApiObject {
  const status = objectOf(crd['status']);
  const stored = arrayOf(status['storedVersions']).map(String);
  const storage = crdSpecOf(crd).versions.find((version) => version.storage)?.name;
  const storedVersions = storage === undefined || stored.includes(storage) ? stored : [...stored, storage];
  return {
    ...crd,
    status: { conditions: null, acceptedNames: { plural: '', kind: '' }, ...status, storedVersions },
  };
}

/** The CRD with this condition set; its time changes only with its status. */
export function withCondition(crd: ApiObject, condition: CrdCondition, now: string): ApiObject {
  const status = objectOf(crd['status']);
  const conditions = arrayOf(status['conditions']).map(objectOf);
  const previous = conditions.find(({ type }) => type === condition.type);
  const unmoved = previous?.['status'] === condition.status;
  const { type, status: state, reason, message } = condition;
  const lastTransitionTime = unmoved ? previous['lastTransitionTime'] : now;
  const next = { type, status: state, lastTransitionTime, reason, message };
  const all = previous ? conditions.map((old) => (old === previous ? next : old)) : [...conditions, next];
  return { ...crd, status: { ...status, conditions: all } };
}

/** The condition of this type, if the CRD has one. */
export function conditionOf(crd: ApiObject, type: string): JsonObject | undefined {
  return arrayOf(objectOf(crd['status'])['conditions'])
    .map(objectOf)
    .find((condition) => condition['type'] === type);
}

export function isConditionTrue(crd: ApiObject, type: string): boolean {
  return conditionOf(crd, type)?.['status'] === 'True';
}

/** The CRD as the controller that accepts names leaves it; `others` are the other CRDs of its group. */
export function withAcceptedNames(crd: ApiObject, others: readonly ApiObject[], now: string): ApiObject {
  const wanted = crdSpecOf(crd).names;
  const accepted = crdNamesOf(objectOf(objectOf(crd['status'])['acceptedNames']));
  if (sameJson(wanted, accepted)) return crd;
  const taken = takenNames(others);
  const { names, conflict } = settleNames(wanted, accepted, taken);
  const naming: CrdCondition = conflict
    ? { type: 'NamesAccepted', status: 'False', ...conflict }
    : { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
  const named: ApiObject = {
    ...crd,
    status: { ...objectOf(crd['status']), acceptedNames: writtenNames(names) },
  };
  const result = withCondition(named, naming, now);
  if (isConditionTrue(result, 'Established')) return result;
  return withCondition(result, conflict ? NOT_ACCEPTED : INSTALLING, now);
}

/** The CRD as the controller that establishes CRDs leaves it. */
export function withEstablished(crd: ApiObject, now: string): ApiObject {
  if (!isConditionTrue(crd, 'NamesAccepted') || isConditionTrue(crd, 'Established')) return crd;
  return withCondition(crd, ESTABLISHED, now);
}

const NOT_ACCEPTED: CrdCondition = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
};

const INSTALLING: CrdCondition = {
  type: 'Established',
  status: 'False',
  reason: 'Installing',
  message: 'the initial names have been accepted',
};

const ESTABLISHED: CrdCondition = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
};

interface TakenNames {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

function takenNames(others: readonly ApiObject[]): TakenNames {
  const all = others.map((other) => crdNamesOf(objectOf(objectOf(other['status'])['acceptedNames'])));
  return {
    resources: new Set(all.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames])),
    kinds: new Set(all.flatMap(({ kind, listKind }) => [kind, listKind])),
  };
}

interface Settled {
  readonly names: CrdNames;
  readonly conflict: { readonly reason: string; readonly message: string } | undefined;
}

/** Takes what is free; the last conflict is the one that is reported. */
function settleNames(wanted: CrdNames, accepted: CrdNames, taken: TakenNames): Settled {
  let conflict: Settled['conflict'];
  const settle = (field: 'plural' | 'singular' | 'kind' | 'listKind', used: ReadonlySet<string>): string => {
    if (wanted[field] === accepted[field] || !used.has(wanted[field])) return wanted[field];
    const reason = `${field.charAt(0).toUpperCase()}${field.slice(1)}Conflict`;
    conflict = { reason, message: inUse(wanted[field]) };
    return accepted[field];
  };
  const plural = settle('plural', taken.resources);
  const singular = settle('singular', taken.resources);
  const clashes = wanted.shortNames.filter((name) => !accepted.shortNames.includes(name) && taken.resources.has(name));
  if (clashes.length > 0) {
    const texts = clashes.map(inUse);
    const message = texts.length === 1 ? String(texts[0]) : `[${texts.join(', ')}]`;
    conflict = { reason: 'ShortNamesConflict', message };
  }
  const shortNames = clashes.length > 0 ? accepted.shortNames : wanted.shortNames;
  const kind = settle('kind', taken.kinds);
  const listKind = settle('listKind', taken.kinds);
  return { names: { plural, singular, kind, listKind, shortNames, categories: wanted.categories }, conflict };
}

function inUse(name: string): string {
  return `"${name}" is already in use`;
}

/** Names as a status has them: plural and kind always, others where they are. */
function writtenNames({ plural, singular, shortNames, kind, listKind, categories }: CrdNames): JsonObject {
  return {
    plural,
    ...(singular === '' ? {} : { singular }),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    kind,
    ...(listKind === '' ? {} : { listKind }),
    ...(categories.length === 0 ? {} : { categories }),
  };
}
