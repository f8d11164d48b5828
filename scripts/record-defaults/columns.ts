import type { ColumnRecord } from '../../testkit/simulated/builtin/tables.js';
import { builtinResources } from '../../testkit/simulated/resources/builtin-resources.js';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/** What a server is asked with. */
type Ask = (path: string, options: { readonly accept: string }) => Promise<{ readonly text: string }>;

/** The columns of every built-in resource, by `group/version/plural`, as the server describes them in a Table. */
export async function recordColumns(ask: Ask): Promise<Record<string, ColumnRecord[]>> {
  const columns: Record<string, ColumnRecord[]> = {};
  for (const { group, version, plural } of builtinResources) {
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const { text } = await ask(`${root}/${plural}?limit=1`, { accept: TABLE });
    const { columnDefinitions = [] } = JSON.parse(text) as { readonly columnDefinitions?: readonly Definition[] };
    columns[`${group}/${version}/${plural}`] = columnDefinitions.map(
      ({ name, type, format, description, priority }): ColumnRecord => [name, type, format, priority, description],
    );
  }
  return columns;
}

interface Definition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}
