import type { Clock } from '@informer-gen/runtime';
import type { ResourceSpec } from '@informer-gen/runtime/client-go';
import type { InterceptorError } from './faults/interceptor-error.js';
import type { ConvertObject } from './definitions/crd-versions.js';
import type { ClusterControllers } from './storage/write-effects.js';

/** What a simulated cluster begins with, whatever carries requests to it. */
export interface SimulatedClusterOptions {
  /** Where time-outs, bookmarks, delays and timestamps come from. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Resources to serve beyond the built-in ones, without a CRD. Default none. */
  readonly resources?: readonly ResourceSpec[];
  /** CustomResourceDefinitions to create, as objects; `parseYaml` reads them from text. Default none. */
  readonly crds?: readonly unknown[];
  /** Converts objects of CRDs whose conversion strategy is `Webhook`. Default: such conversions fail. */
  readonly convert?: ConvertObject;
  /** Objects to create, after the CRDs; each names its kind. Default none. */
  readonly objects?: readonly object[];
  /** How often a watch that allows bookmarks gets one; 0: never by itself. Default 60,000. */
  readonly bookmarkIntervalMs?: number;
  /** Changes remembered per resource; older versions are expired. Default 100,000. */
  readonly historyLimit?: number;
  /** Pages of a limited list are never longer. Default: no such bound. */
  readonly maxPageSize?: number;
  /** Requests remembered in `requests`; the oldest go first. Default 100,000. */
  readonly requestLogLimit?: number;
  /** Whether namespaced objects need their namespace to exist. Default true; of a `FakeClient` false. */
  readonly requireNamespaces?: boolean;
  /**
   * Called with each error that a function of the test threw while a request was handled: an interceptor of `onRequest`, or the `when`
   * of a rule. They are in `errors` of the cluster as well. Default: nothing.
   */
  readonly onInterceptorError?: (error: InterceptorError) => void;
  /** Controllers that real clusters have beside the API server. Default: none runs. */
  readonly controllers?: ClusterControllers;
  /** From 0 up to 1; makes uids and generated names. Default `Math.random`. */
  readonly random?: () => number;
}
