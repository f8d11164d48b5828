import { parseLabelSelector } from '@informer-gen/runtime/client-go';
import type { Selector } from '@informer-gen/runtime';
import { badRequest } from '../objects/api-status.js';
import { compileFieldSelector } from './field-selection.js';
import { labelSelectorFault } from './label-selector-faults.js';
import type { ServedResource } from '../resources/served-resource.js';
import { compileShardSelector } from './shard-selection.js';
import type { StoredObject } from './stored-object.js';

/** Which objects of a collection a list, watch or deletecollection is about. */
export interface Selection {
  /** No selector beyond the namespace: only then can a list say how many items remain. */
  readonly unfiltered: boolean;
  /** Echoed in lists of a shard. */
  readonly shardSelector: string | undefined;
  matches(stored: StoredObject): boolean;
}

/** What a request selects by. */
export interface SelectionQuery {
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly shardSelector?: string | undefined;
}

/** Compiles the selectors of a request; throws 400 for those the server would refuse. */
export function compileSelection(resource: ServedResource, query: SelectionQuery): Selection {
  const labels = query.labelSelector ? parseOrRefuse(query.labelSelector) : undefined;
  const fields = compileFieldSelector(query.fieldSelector ?? '', resource);
  const keyPrefix = query.namespace === undefined ? '' : `${query.namespace}/`;
  const inShard = query.shardSelector ? compileShardSelector(query.shardSelector) : undefined;
  const { name } = query;
  return {
    unfiltered: [labels, fields, name, inShard].every((filter) => filter === undefined),
    shardSelector: inShard && query.shardSelector,
    matches(stored) {
      const { key, object } = stored;
      if (!key.startsWith(keyPrefix)) return false;
      if (name !== undefined && object.metadata.name !== name) return false;
      if (labels !== undefined && !labels.matches(object.metadata.labels)) return false;
      if (inShard !== undefined && !inShard(object)) return false;
      return fields === undefined || fields(stored.as(resource));
    },
  };
}

function parseOrRefuse(text: string): Selector {
  try {
    return parseLabelSelector(text);
  } catch (error) {
    throw badRequest(labelSelectorFault(text) ?? (error instanceof Error ? error.message : String(error)));
  }
}
