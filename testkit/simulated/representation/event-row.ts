import { objectIn, textIn } from '../builtin/checks.js';
import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { numberIn, since } from './row-parts.js';

/** An event of either group: the newer one has other names for most fields. */
export function eventRow(event: ApiObject, nowMs: number): readonly unknown[] {
  const either = (older: string, newer: string): unknown => event[older] ?? event[newer];
  const first = since(either('firstTimestamp', 'deprecatedFirstTimestamp') ?? event['eventTime'], nowMs);
  const last = either('lastTimestamp', 'deprecatedLastTimestamp');
  const series = isJsonObject(event['series']) ? event['series'] : undefined;
  const object = asObject(either('involvedObject', 'regarding'));
  const [kind, name] = [textIn(object, 'kind').toLowerCase(), textIn(object, 'name')];
  const count = either('count', 'deprecatedCount');
  return [
    series === undefined ? (last ? since(last, nowMs) : first) : since(series['lastObservedTime'], nowMs),
    textIn(event, 'type'),
    textIn(event, 'reason'),
    name === '' ? kind : `${kind}/${name}`,
    textIn(object, 'fieldPath'),
    sourceCell(event, asObject(either('source', 'deprecatedSource'))),
    String(either('message', 'note') ?? '').trim(),
    first,
    series === undefined ? count || 1 : numberIn(series, 'count'),
    event.metadata.name ?? '',
  ];
}

function sourceCell(event: ApiObject, source: JsonObject): string {
  const controller = textIn(event, 'reportingComponent') || textIn(event, 'reportingController');
  const component = textIn(source, 'component') || controller;
  const instance = textIn(source, 'host') || textIn(event, 'reportingInstance');
  return instance === '' ? component : `${component}, ${instance}`;
}

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : objectIn({}, ''));
