import { badRequest, failure, invalid, ApiStatusError } from '../objects/api-status.js';
import type { FieldFault } from '../objects/api-status.js';
import { goQuote } from '../rules/go-text.js';

/** The options of a list or watch request, as they are on the wire. */
export interface ListQuery {
  readonly watch: boolean;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  /** 0: no limit. */
  readonly limit: number;
  readonly continue: string;
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
  /** Undefined where the client did not say. */
  readonly sendInitialEvents: boolean | undefined;
  /** `''` where there is none. */
  readonly shardSelector: string;
}

/** Reads the options from the query of a URL; throws 400 for numbers that are none. */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const text = (name: string): string => query.get(name) ?? '';
  const initial = query.get('sendInitialEvents');
  return {
    watch: isTrue(query.get('watch')),
    labelSelector: text('labelSelector'),
    fieldSelector: text('fieldSelector'),
    resourceVersion: text('resourceVersion'),
    resourceVersionMatch: text('resourceVersionMatch'),
    limit: numberOf(query, 'limit') ?? 0,
    continue: text('continue'),
    timeoutSeconds: numberOf(query, 'timeoutSeconds'),
    allowWatchBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendInitialEvents: initial === null ? undefined : isTrue(initial),
    shardSelector: text('shardSelector'),
  };
}

/** Refuses combinations that the API server refuses. */
export function checkListQuery(query: ListQuery, options: { readonly watchListEnabled: boolean }): void {
  const faults = query.watch ? watchFaults(query, options.watchListEnabled) : listFaults(query);
  if (faults.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', faults);
}

/** A resourceVersion as a number; undefined for `''`. A list answers nonsense with 400, a watch with 500, as the server does. */
export function revisionOf(query: ListQuery): number | undefined {
  const text = query.resourceVersion;
  if (text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const fault = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
  const parsing = `strconv.ParseUint: parsing ${goQuote(text)}: ${fault}`;
  const message = `resourceVersion: Invalid value: ${goQuote(text)}: ${parsing}`;
  if (query.watch) throw new ApiStatusError(failure(500, { reason: '', message }));
  throw badRequest(`invalid resource version: ${message}`);
}

function listFaults(query: ListQuery): FieldFault[] {
  const faults: FieldFault[] = [];
  const { resourceVersionMatch: match } = query;
  if (match !== '') {
    if (query.resourceVersion === '')
      faults.push(forbiddenMatch('resourceVersionMatch is forbidden unless resourceVersion is provided'));
    if (query.continue !== '')
      faults.push(forbiddenMatch('resourceVersionMatch is forbidden when continue is provided'));
    if (match !== 'Exact' && match !== 'NotOlderThan')
      faults.push(unsupportedMatch(match, ['Exact', 'NotOlderThan', '']));
    if (match === 'Exact' && query.resourceVersion === '0') {
      faults.push(forbiddenMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (query.sendInitialEvents !== undefined)
    faults.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  return faults;
}

function watchFaults(query: ListQuery, watchListEnabled: boolean): FieldFault[] {
  const faults: FieldFault[] = [];
  const { resourceVersionMatch: match } = query;
  if (query.sendInitialEvents !== undefined) {
    if (match !== 'NotOlderThan')
      faults.push(forbiddenMatch('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
    if (!watchListEnabled) {
      const message = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
      faults.push(forbidden('sendInitialEvents', message));
    }
  }
  if (match !== '') {
    if (query.sendInitialEvents === undefined) {
      faults.push(forbiddenMatch('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
    }
    if (match !== 'NotOlderThan') faults.push(unsupportedMatch(match, ['NotOlderThan']));
    if (query.continue !== '')
      faults.push(forbiddenMatch('resourceVersionMatch is forbidden when continue is provided'));
  }
  return faults;
}

function forbiddenMatch(message: string): FieldFault {
  return forbidden('resourceVersionMatch', message);
}

function forbidden(field: string, message: string): FieldFault {
  return { field, reason: 'FieldValueForbidden', message: `Forbidden: ${message}` };
}

function unsupportedMatch(match: string, supported: readonly string[]): FieldFault {
  const listed = supported.map((value) => JSON.stringify(value)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(match)}: supported values: ${listed}`;
  return { field: 'resourceVersionMatch', reason: 'FieldValueNotSupported', message };
}

function isTrue(value: string | null): boolean {
  return value !== null && !/^(0|f|false)$/i.test(value);
}

function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const fault = /^[+-]?\d+$/.test(text) ? outOfRange(BigInt(text)) : 'invalid syntax';
  if (fault !== undefined) throw badRequest(`strconv.ParseInt: parsing ${goQuote(text)}: ${fault}`);
  return Number(text);
}

function outOfRange(value: bigint): string | undefined {
  return value === BigInt.asIntN(64, value) ? undefined : 'value out of range';
}
