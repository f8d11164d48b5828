import type { ClusterOptions } from '../config/options.js';

/** Reads CRDs and OpenAPI from a live API server. */
export async function readCluster(
  _options: ClusterOptions,
): Promise<{ file: string; form: 'crd' | 'openapi'; text: string }[]> {
  throw new Error('not yet');
}
