import { identityOf } from '../api/identity.js';
import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { Clock } from '../async/clock.js';
import type { ListerWatcher, RequestContext } from '../source/lister-watcher.js';
import type { ReflectorStore } from '../queue/queue.js';
import type { ErrorReports } from './error-reports.js';
import type { ReflectorOptions } from './reflector-options.js';
import type { Retrying } from './retrying.js';
import type { StatusKeeper } from './reflector-status.js';
import type { SyncVersion } from './sync-version.js';
import type { ConsumeOptions } from './watch-session.js';
import type { WatchOpener } from './watch-opener.js';
import { wrongKind } from './wrong-kind.js';

/** What the states of a reflector share. */
export interface ReflectorParts<T extends KubernetesObject> {
  readonly source: ListerWatcher<T>;
  readonly store: ReflectorStore<T>;
  readonly options: ReflectorOptions<T>;
  readonly clock: Clock;
  readonly version: SyncVersion;
  readonly status: StatusKeeper;
  readonly reports: ErrorReports;
  readonly retrying: Retrying;
  readonly opener: WatchOpener<T>;
  /** What goes with each request that this signal ends. */
  readonly context: (signal: AbortSignal) => RequestContext<T>;
  /** What every watch passes over, and who is told of that. */
  readonly passedOver: Pick<ConsumeOptions<T>, 'onSkipped' | 'reject'>;
}

/** Objects of another kind, and what nobody can read or store, are passed over, each with a report. */
export function passedOver<T extends KubernetesObject>(
  reports: ErrorReports,
  resource: ReflectorOptions<T>['resource'],
): ReflectorParts<T>['passedOver'] {
  const reject = wrongKind(resource);
  return {
    onSkipped: (error, object) => reports.report(error, 'watch', object && keyOrUndefined(object)),
    reject: (object) => reject(object),
  };
}

function keyOrUndefined(object: KubernetesObject): string | undefined {
  return typeof identityOf(object)?.name === 'string' ? metaNamespaceKeyFunc(object) : undefined;
}
