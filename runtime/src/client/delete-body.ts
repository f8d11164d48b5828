import type { DeleteOptions } from './call-options.js';

/**
 * The options of a delete as a body, because preconditions work only there; undefined where there is nothing to say.
 */
export function deleteBody(options: DeleteOptions): string | undefined {
  const { preconditions, propagationPolicy, gracePeriodSeconds, dryRun } = options;
  const said = {
    ...(preconditions !== undefined && { preconditions }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(dryRun === true && { dryRun: ['All'] }),
  };
  if (Object.keys(said).length === 0) return undefined;
  return JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', ...said });
}
