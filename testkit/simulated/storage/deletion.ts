import { isNumber, sameJson } from '../objects/api-object.js';
import type { ApiMetadata, ApiObject, JsonObject } from '../objects/api-object.js';
import { conflict, invalid } from '../objects/api-status.js';
import type { FieldFault } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';
import { isNamespaces } from './object-rules.js';
import { deletesGracefully } from './resource-policy.js';

/** What a deletion asks for and demands. */
export interface DeleteOptions {
  readonly dryRun?: boolean | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: string | undefined;
  readonly orphanDependents?: boolean | undefined;
}

/** What becomes of an object that is to be deleted. */
export type DeletionStep =
  | { readonly type: 'gone' }
  /** Already under way, and nothing about it changes. */
  | { readonly type: 'unchanged' }
  /** Marked; it stays until those who hold it let go. `thenGone`: nobody holds it. */
  | { readonly type: 'marked'; readonly object: ApiObject; readonly thenGone: boolean };

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Refuses options that contradict each other or mean nothing. */
export function checkDeleteOptions(options: DeleteOptions, dryRun: readonly string[]): void {
  const { propagationPolicy: policy, orphanDependents } = options;
  const faults: FieldFault[] = [];
  const field = 'propagationPolicy';
  if (policy !== undefined && orphanDependents !== undefined) {
    const message = `Invalid value: ${JSON.stringify(policy)}: orphanDependents and deletionPropagation cannot be both set`;
    faults.push({ field, reason: 'FieldValueInvalid', message });
  }
  if (policy !== undefined && !['Foreground', 'Background', 'Orphan'].includes(policy)) {
    const message = `Unsupported value: ${JSON.stringify(policy)}: supported values: "Foreground", "Background", "Orphan", "nil"`;
    faults.push({ field, reason: 'FieldValueNotSupported', message });
  }
  faults.push(...dryRunFaults(dryRun));
  if (faults.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', faults);
}

/** What is wrong with the values of `dryRun`. */
export function dryRunFaults(values: readonly string[]): FieldFault[] {
  if (values.every((value) => value === 'All')) return [];
  const message = `Unsupported value: ${JSON.stringify(values)}: supported values: "All"`;
  return [{ field: 'dryRun', reason: 'FieldValueNotSupported', message }];
}

/** Refuses a deletion that is meant for another state, or another object of the name. */
export function checkPreconditions(resource: ServedResource, { metadata }: ApiObject, options: DeleteOptions): void {
  const { uid, resourceVersion } = options;
  // Here, and only here, the server names the kind where it names the resource elsewhere.
  const named = { ...resource, plural: resource.kind };
  const differs = (what: string, asked: string, real: string, why: string): Error =>
    conflict(
      named,
      metadata.name ?? '',
      `the ${what} in the precondition (${asked}) does not match the ${what} in record (${real}). The object might have been ${why}`,
    );
  if (uid !== undefined && uid !== metadata.uid) {
    if (isNamespaces(resource)) {
      const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid ?? ''}`;
      throw conflict(resource, metadata.name ?? '', why);
    }
    throw differs('UID', uid, metadata.uid ?? '', 'deleted and then recreated');
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw differs('ResourceVersion', resourceVersion, metadata.resourceVersion ?? '', 'modified');
  }
}

/** Decides what a deletion does. Times are in whole seconds. */
export function deletionStep(
  resource: ServedResource,
  present: ApiObject,
  options: DeleteOptions & { readonly nowMs: number },
): DeletionStep {
  const metadata = { ...present.metadata };
  const isGraceful = deletesGracefully(resource) && shortenGrace(present, metadata, options);
  if (isGraceful === 'pending') return { type: 'unchanged' };
  const finalizers = finalizersOf(metadata, options, orphansByDefault(resource));
  if (finalizers.length > 0) metadata.finalizers = finalizers;
  else delete metadata.finalizers;
  if (!isGraceful) {
    if (finalizers.length === 0) return { type: 'gone' };
    markNow(metadata, options.nowMs);
    if (sameJson(metadata, present.metadata)) return { type: 'unchanged' };
  }
  const thenGone = finalizers.length === 0 && metadata.deletionGracePeriodSeconds === 0;
  return { type: 'marked', object: { ...present, metadata }, thenGone };
}

/** For pods: true when the grace period was set or shortened, `pending` when it runs already. */
function shortenGrace(
  present: ApiObject,
  metadata: ApiMetadata,
  options: DeleteOptions & { readonly nowMs: number },
): boolean | 'pending' {
  const asked = options.gracePeriodSeconds === undefined ? undefined : atLeastOne(options.gracePeriodSeconds);
  const { deletionTimestamp, deletionGracePeriodSeconds: running } = metadata;
  if (deletionTimestamp === undefined) {
    const seconds = gracePeriod(present, asked);
    metadata.deletionTimestamp = timeText(options.nowMs + seconds * 1000);
    metadata.deletionGracePeriodSeconds = seconds;
    if (metadata.generation !== undefined) metadata.generation += 1;
    return true;
  }
  if (running === undefined || running === 0) return false;
  if (asked === undefined || asked >= running) return 'pending';
  const wanted = Date.parse(deletionTimestamp) + (asked - running) * 1000;
  const isPast = wanted < options.nowMs;
  metadata.deletionTimestamp = timeText(isPast ? options.nowMs : wanted);
  metadata.deletionGracePeriodSeconds = isPast && asked !== 0 ? 1 : asked;
  return true;
}

/** Negative periods are the shortest one. */
function atLeastOne(seconds: number): number {
  return seconds < 0 ? 1 : seconds;
}

/** Only pods that run somewhere need time. */
function gracePeriod(pod: ApiObject, asked: number | undefined): number {
  const spec = (pod['spec'] ?? {}) as JsonObject;
  const { phase } = (pod['status'] ?? {}) as JsonObject;
  if (!spec['nodeName'] || phase === 'Failed' || phase === 'Succeeded') return 0;
  const own = spec['terminationGracePeriodSeconds'];
  return asked ?? (isNumber(own) ? atLeastOne(Number(own)) : 0);
}

/** What the server warns of when a deletion leaves it to the server what becomes of the pods of a Job. */
export function deletionWarnings(resource: ServedResource, options: DeleteOptions): string[] {
  const { propagationPolicy, orphanDependents } = options;
  if (resource.group !== 'batch' || resource.kind !== 'Job') return [];
  if (propagationPolicy !== undefined || orphanDependents !== undefined) return [];
  const [kept, why] = ['child pods are preserved by default when jobs are deleted', 'to suppress this warning'];
  return [`${kept}; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan ${why}`];
}

/** Kinds older than garbage collection leave their pods alone unless they are told otherwise. */
function orphansByDefault({ group, kind }: ServedResource): boolean {
  return (group === 'batch' && kind === 'Job') || (group === '' && kind === 'ReplicationController');
}

/** The finalizers with those of the garbage collector as the policy wants them. */
/** An object with the finalizers that the policy of its deletion asks for. */
export function withPolicy(object: ApiObject, options: DeleteOptions): ApiObject {
  const { finalizers: _finalizers, ...metadata } = object.metadata;
  const finalizers = finalizersOf(object.metadata, options, false);
  return { ...object, metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers } };
}

function finalizersOf({ finalizers = [] }: ApiMetadata, options: DeleteOptions, orphanByDefault: boolean): string[] {
  const { propagationPolicy: policy, orphanDependents } = options;
  const others = finalizers.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  const isSilent = policy === undefined && orphanDependents === undefined;
  const isOrphaned = finalizers.includes(ORPHAN) || (orphanByDefault && !finalizers.includes(FOREGROUND));
  const orphans = isSilent ? isOrphaned : (orphanDependents ?? policy === 'Orphan');
  const waits = isSilent ? finalizers.includes(FOREGROUND) : policy === 'Foreground';
  const wanted = [...others, ...(orphans ? [ORPHAN] : []), ...(waits ? [FOREGROUND] : [])];
  return new Set(wanted).size === new Set(finalizers).size && wanted.every((each) => finalizers.includes(each))
    ? finalizers
    : wanted;
}

function markNow(metadata: ApiMetadata, nowMs: number): void {
  if (metadata.deletionTimestamp === undefined && metadata.generation) metadata.generation += 1;
  if (metadata.deletionTimestamp === undefined || Date.parse(metadata.deletionTimestamp) > nowMs) {
    metadata.deletionTimestamp = timeText(nowMs);
  }
  metadata.deletionGracePeriodSeconds = 0;
}

/** RFC 3339 in whole seconds, UTC. */
export function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
