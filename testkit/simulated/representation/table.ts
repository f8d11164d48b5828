import { jsonText } from '../objects/json-text.js';
import { printingTables } from '../builtin/tables.js';
import { isJsonObject, isNumber, valueAt } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { PrinterColumn, ServedResource } from '../resources/served-resource.js';
import type { StoredObject } from '../storage/stored-object.js';
import { goJson, goNumber } from '../rules/go-text.js';
import { builtinRow, isPrintable, rowMetadata } from './builtin-rows.js';
import { humanDuration } from './human-duration.js';
import { compileJsonPath } from './json-path.js';
import type { JsonPath } from './json-path.js';

export const NAME_DESCRIPTION =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';
export const AGE_DESCRIPTION =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

const nameColumn: JsonObject = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: NAME_DESCRIPTION,
  priority: 0,
};
const ageColumn: PrinterColumn = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: AGE_DESCRIPTION,
};

/** The column definitions of `kubectl get` for a resource: the name, then its own columns, or the age. */
export function tableColumns(resource: ServedResource): JsonObject[] {
  const recorded = isPrintable(resource) ? recordedColumns(resource) : undefined;
  if (recorded !== undefined) return recorded;
  return [
    nameColumn,
    ...columnsOf(resource).map(({ name, type, format, priority, jsonPath, description }) => ({
      name,
      type: resource.builtIn && type === 'date' ? 'string' : type,
      format: format ?? '',
      description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
      priority: priority ?? 0,
    })),
  ];
}

function recordedColumns({ group, version, plural }: ServedResource): JsonObject[] | undefined {
  return printingTables().columns[`${group}/${version}/${plural}`]?.map(
    ([name, type, format, priority, description]) => ({ name, type, format, description, priority }),
  );
}

/** How a row is made. */
export interface RowOptions {
  readonly nowMs: number;
  /** What is beside the cells; undefined: the object's metadata, which kubectl prints namespaces from. */
  readonly object?: unknown;
}

/** The rows of a list in the order in which they are printed: of flow schemas, in that in which they are matched. */
export function inPrintedOrder(resource: ServedResource, items: readonly StoredObject[]): readonly StoredObject[] {
  if (!resource.builtIn || resource.kind !== 'FlowSchema') return items;
  const precedence = (stored: StoredObject): number =>
    Number(valueAt(stored.as(resource), '.spec.matchingPrecedence') ?? 0);
  return [...items].sort((one, other) => precedence(one) - precedence(other));
}

/** One row. */
export function tableRow(
  resource: ServedResource,
  object: ApiObject,
  { nowMs, object: beside }: RowOptions,
): JsonObject {
  return {
    ...(isPrintable(resource) ? builtinRow(resource, object, nowMs) : ownRow(resource, object, nowMs)),
    object:
      beside === undefined
        ? { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: rowMetadata(resource, object) }
        : beside,
  };
}

function ownRow(resource: ServedResource, object: ApiObject, nowMs: number): JsonObject {
  const cells = columnsOf(resource).map((column) =>
    resource.builtIn ? builtInCell(column, object, nowMs) : customCell(column, object, nowMs),
  );
  return { cells: [object.metadata.name ?? '', ...cells] };
}

/** A CRD that names columns gets those; others get the age. */
function columnsOf({ columns = [], builtIn }: ServedResource): readonly PrinterColumn[] {
  const complete = builtIn ? columns.some(({ name }) => name === 'Age') : columns.length > 0;
  return complete ? columns : [...columns, ageColumn];
}

function builtInCell({ type, jsonPath }: PrinterColumn, object: ApiObject, nowMs: number): unknown {
  const value = valueAt(object, jsonPath);
  if (value === undefined || value === null) return type === 'date' ? '<unknown>' : type === 'string' ? '' : null;
  if (type === 'date') return humanDuration(nowMs - Date.parse(String(value)));
  if (type === 'string') return typeof value === 'string' ? value : jsonText(value);
  return value;
}

const paths = new WeakMap<PrinterColumn, JsonPath>();

function pathOf(column: PrinterColumn): JsonPath {
  let path = paths.get(column);
  if (path === undefined) paths.set(column, (path = compileJsonPath(column.jsonPath)));
  return path;
}

/** A cell of a custom resource: the first value that the path leads to, if it is of the column's type. */
function customCell(column: PrinterColumn, object: ApiObject, nowMs: number): unknown {
  const found = pathOf(column)(object);
  if (found.length === 0) return null;
  const [value] = found;
  switch (column.type) {
    case 'string':
      return cellText(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : typeof value === 'bigint' ? value : null;
    case 'number':
      return isNumber(value) ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageCell(value, nowMs) : null;
    default:
      return null;
  }
}

function cellText(value: unknown): string {
  if (value === null) return '<nil>';
  if (typeof value === 'number') return goNumber(value);
  return Array.isArray(value) || isJsonObject(value) ? goJson(value) : String(value);
}

function ageCell(text: string, nowMs: number): string {
  const at = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? '<invalid>' : humanDuration(nowMs - at);
}
