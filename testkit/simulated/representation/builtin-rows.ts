import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { ServedResource } from '../resources/served-resource.js';
import { autoscalerRow } from './autoscaler-row.js';
import { clusterRows } from './cluster-rows.js';
import { configRows } from './config-rows.js';
import { eventRow } from './event-row.js';
import { networkRows } from './network-rows.js';
import { podRow } from './pod-row.js';
import type { RowPrinter } from './row-parts.js';
import { workloadRows } from './workload-rows.js';

/** By `group/Kind`, how the server prints an object as a row of its own columns. */
const PRINTERS: Readonly<Record<string, RowPrinter>> = {
  ...clusterRows,
  ...configRows,
  ...networkRows,
  ...workloadRows,
  '/Pod': podRow,
  'autoscaling/HorizontalPodAutoscaler': autoscalerRow,
  '/Event': eventRow,
  'events.k8s.io/Event': eventRow,
};

/** Whether the cells of a built-in kind are known. */
export function isPrintable({ builtIn, group, kind }: ServedResource): boolean {
  return builtIn && Object.hasOwn(PRINTERS, `${group}/${kind}`);
}

const GENERATION = 'deprecated.daemonset.template.generation';

/** Metadata without the rest of its object: of what the server keeps elsewhere it has no annotation. */
export function rowMetadata({ group, kind }: ServedResource, { metadata }: ApiObject): JsonObject {
  if (group !== 'apps' || kind !== 'DaemonSet' || metadata.annotations?.[GENERATION] === undefined) return metadata;
  const { annotations, ...rest } = metadata;
  const { [GENERATION]: _generation, ...others } = annotations ?? {};
  return Object.keys(others).length === 0 ? rest : { ...rest, annotations: others };
}

/** The cells of a printable object, and what is said of the row. */
export function builtinRow({ group, kind }: ServedResource, object: ApiObject, nowMs: number): JsonObject {
  const printed = PRINTERS[`${group}/${kind}`]?.(object, nowMs) ?? [];
  return Array.isArray(printed) ? { cells: printed } : { ...printed };
}
