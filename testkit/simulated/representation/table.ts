import { valueAt } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { PrinterColumn, ServedResource } from '../resources/served-resource.js';

const nameColumn: JsonObject = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'metadata.name',
  priority: 0,
};
const ageColumn: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

/** The column definitions of `kubectl get` for a resource: name, its own columns, age. */
export function tableColumns(resource: ServedResource): JsonObject[] {
  return [
    nameColumn,
    ...columnsOf(resource).map(({ name, type, format, priority, jsonPath }) => ({
      name,
      type: type === 'date' ? 'string' : type,
      format: format ?? '',
      description: jsonPath,
      priority: priority ?? 0,
    })),
  ];
}

/** One row, with the object's metadata beside it, which kubectl prints namespaces from. */
export function tableRow(resource: ServedResource, object: ApiObject, nowMs: number): JsonObject {
  const cells = columnsOf(resource).map((column) => cellOf(column, object, nowMs));
  return {
    cells: [object.metadata.name ?? '', ...cells],
    object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata },
  };
}

function columnsOf(resource: ServedResource): readonly PrinterColumn[] {
  const columns = resource.columns ?? [];
  return columns.some(({ name }) => name === 'Age') ? columns : [...columns, ageColumn];
}

function cellOf({ type, jsonPath }: PrinterColumn, object: ApiObject, nowMs: number): unknown {
  const value = valueAt(object, jsonPath);
  if (value === undefined || value === null) return type === 'date' ? '<unknown>' : type === 'string' ? '' : null;
  if (type === 'date') return ageText(nowMs - Date.parse(String(value)));
  if (type === 'string') return typeof value === 'string' ? value : JSON.stringify(value);
  return value;
}

/** `43s`, `12m`, `5h`, `3d`: the age of an object in its largest unit. */
function ageText(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
