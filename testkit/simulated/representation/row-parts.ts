import { selectorFromLabelSelector } from '@informer-gen/runtime/client-go';
import { objectIn, objectsIn, textIn } from '../builtin/checks.js';
import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { humanDuration } from './human-duration.js';

/** Cells, or cells with conditions of the row. */
export type PrintedRow = readonly unknown[] | { readonly cells: readonly unknown[]; readonly conditions: unknown };

/** Prints an object as a row at a time. */
export type RowPrinter = (object: ApiObject, nowMs: number) => PrintedRow;

/** How long ago a time was. */
export function since(time: unknown, nowMs: number): string {
  return typeof time === 'string' && time !== '' ? humanDuration(nowMs - Date.parse(time)) : '<unknown>';
}

/** The age of an object. */
export function age({ metadata }: ApiObject, nowMs: number): string {
  return since(metadata.creationTimestamp, nowMs);
}

/** The number in a field; 0 where there is none. */
export function numberIn(object: JsonObject, field: string): number {
  const value = object[field];
  return typeof value === 'number' ? value : 0;
}

/** Names and images of the containers of a template. */
export function containerCells(template: JsonObject): [names: string, images: string] {
  const containers = objectsIn(objectIn(template, 'spec'), 'containers');
  const all = (field: string): string => containers.map((container) => textIn(container, field)).join(',');
  return [all('name'), all('image')];
}

/** A label selector as text. */
export function selectorCell(selector: unknown): string {
  const text = isJsonObject(selector) ? selectorFromLabelSelector(selector).toString() : '';
  return text === '' ? '<none>' : text;
}

/** Labels as text, by the alphabet. */
export function labelsCell(labels: JsonObject): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`);
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',');
}

/** The text in a field that may be missing. */
export function textOr(object: JsonObject, field: string, otherwise: string): string {
  const value = object[field];
  return typeof value === 'string' ? value : otherwise;
}

/** Whether a condition of a type is true; the first of the type counts. */
export function hasCondition(status: JsonObject, type: string): boolean {
  return objectsIn(status, 'conditions').find((condition) => condition['type'] === type)?.['status'] === 'True';
}

/** The addresses of a load balancer, by the alphabet. */
export function loadBalancerCell(status: JsonObject): string {
  const points = objectsIn(objectIn(status, 'loadBalancer'), 'ingress');
  const addresses = points.map((point) => textIn(point, 'ip') || textIn(point, 'hostname'));
  return [...new Set(addresses.filter((address) => address !== ''))].sort().join(',');
}

/** The name, what is asked for, the age. */
export function named(cells: (object: ApiObject) => readonly unknown[]): RowPrinter {
  return (object, nowMs) => [object.metadata.name ?? '', ...cells(object), age(object, nowMs)];
}

const MODES: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** How a volume may be used, in short. */
export function modesCell(modes: readonly string[]): string {
  return MODES.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}
