import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { humanDuration } from './human-duration.js';
import { AGE_DESCRIPTION, NAME_DESCRIPTION } from './table.js';

/** How the scale of an object is shown as a table. */
export interface ScaleTableOptions {
  readonly nowMs: number;
  /** What is beside the cells: the metadata, unless it is `Object` or `None`. */
  readonly includeObject: string;
  /** Of a custom resource the name is marked as one, of a built-in one it is not. */
  readonly isCustom: boolean;
}

const DESCRIBED = {
  builtIn: {
    desired: 'replicas is the desired number of instances for the scaled object.',
    available: 'replicas is the actual number of observed instances of the scaled object.',
  },
  custom: { desired: 'Number of desired replicas', available: 'Number of actual replicas' },
};

/** The scale of an object as a table of one row. */
export function scaleTable(scale: JsonObject, { nowMs, includeObject, isCustom }: ScaleTableOptions): string {
  const part = (field: string): JsonObject => (isJsonObject(scale[field]) ? scale[field] : {});
  const { name, creationTimestamp, resourceVersion } = part('metadata');
  const age = humanDuration(nowMs - Date.parse(String(creationTimestamp)));
  const metadata = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: scale['metadata'] };
  return JSON.stringify({
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion },
    columnDefinitions: [
      column('Name', 'string', NAME_DESCRIPTION, isCustom ? 'name' : ''),
      column('Desired', 'integer', DESCRIBED[isCustom ? 'custom' : 'builtIn'].desired),
      column('Available', 'integer', DESCRIBED[isCustom ? 'custom' : 'builtIn'].available),
      column('Age', isCustom ? 'date' : 'string', AGE_DESCRIPTION),
    ],
    rows: [
      {
        cells: [name, part('spec')['replicas'] ?? 0, part('status')['replicas'] ?? 0, age],
        object: includeObject === 'None' ? null : includeObject === 'Object' ? scale : metadata,
      },
    ],
  });
}

function column(name: string, type: string, description: string, format = ''): JsonObject {
  return { name, type, format, description, priority: 0 };
}
