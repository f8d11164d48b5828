import { Backoff, NamespacedSource, newSharedIndexInformer, realClock } from '@informer-gen/runtime';
import type {
  ApiClient,
  ErrorContext,
  ListerWatcher,
  ListerWatcherOptions,
  Resource,
  ResourceEventHandlerRegistration,
  SharedIndexInformer,
} from '@informer-gen/runtime';
import { contentHash } from '../check/truth.js';
import type { PlainObject } from '../check/truth.js';
import type { ResourceName } from '../write/write-log.js';
import { fingerprintOf } from './fingerprint.js';
import type { Mode } from './modes.js';
import { DeliberateError, RecordingHandler } from './recording-handler.js';
import type { WrittenObject } from './recording-handler.js';
import { RelistLog } from './relist-log.js';
import type { CachedObject, HandlerReport, HandlerSort, InformerReport } from './report.js';
import { sabotaged } from './sabotage.js';
import type { ReaderState, ReaderTask } from './task.js';

interface Attached {
  readonly sort: HandlerSort;
  readonly handler: RecordingHandler;
  readonly registration: ResourceEventHandlerRegistration;
  readonly since: HandlerReport['since'];
  live: boolean;
}

/** What an informer of a run is made of. */
export interface ReadingOptions {
  readonly task: ReaderTask;
  readonly mode: Mode;
  readonly client: ApiClient;
  readonly name: ResourceName;
  readonly resource: Resource<WrittenObject>;
}

/** One informer in one mode, with handlers of every sort, and everything that happens to it. */
export class ReadingInformer {
  readonly informer: SharedIndexInformer<WrittenObject>;
  readonly #options: ReadingOptions;
  readonly #relists = new RelistLog();
  readonly #handlers: Attached[] = [];
  readonly #errors = new Map<string, number>();

  constructor(options: ReadingOptions) {
    this.#options = options;
    const { mode, resource } = options;
    this.informer = newSharedIndexInformer(this.#source(), resource, {
      queue: mode.queue,
      onError: (error, context) => this.#countError(error, context),
      // A run has seconds: what is proven is what happens after the wait, not its length.
      reflector: {
        useWatchList: mode.useWatchList,
        backoff: new Backoff({ clock: realClock, initialMs: 50, maxMs: 1000 }),
      },
    });
    this.informer.onStatus((status) => this.#relists.note(status));
    for (const sort of ['sync', 'slow', 'throwing', 'removed'] as const) this.#attach(sort, {});
  }

  /** Adds a handler that comes late. */
  addLate(): void {
    const { status } = this.informer;
    const parts = status.namespaces ?? { '': status };
    const since = Object.entries(parts).map(
      ([namespace, { resourceVersion }]) => [namespace, resourceVersion] as const,
    );
    this.#attach('late', Object.fromEntries(since));
  }

  /** Removes the handlers that are to be removed. */
  removeHandlers(): void {
    for (const attached of this.#handlers.filter(({ sort, live }) => live && sort === 'removed')) {
      attached.registration.remove();
      attached.live = false;
    }
  }

  state(): ReaderState {
    const { mode, name } = this.#options;
    const { phase, lastError, relists } = this.informer.status;
    const fingerprint = fingerprintOf(this.#cached().map(identityOf));
    const backlog = this.#handlers.reduce((sum, { registration, live }) => sum + (live ? registration.backlog : 0), 0);
    const status = JSON.stringify({ phase, relists, lastError: lastError?.message });
    return { mode: mode.name, resource: name, fingerprint, backlog, status };
  }

  report(): InformerReport {
    const { mode, name } = this.#options;
    const keepsManagedFields = mode.form === 'full';
    return {
      mode: `${mode.name} (${Object.values(mode).slice(1).join(' ')})`,
      resource: name,
      keepsManagedFields,
      relists: this.#relists.windows(),
      handlers: this.#handlers.map(({ sort, since, live, handler }) => ({ sort, since, live, events: handler.events })),
      store: this.#cached().map((object) => cachedObject(object, keepsManagedFields)),
      errors: Object.fromEntries(this.#errors),
    };
  }

  #source(): ListerWatcher<WrittenObject> | NamespacedSource<WrittenObject> {
    const { mode, task } = this.#options;
    if (mode.scope === 'all') return this.#listerWatcher();
    return new NamespacedSource((namespace) => this.#listerWatcher(namespace), task.namespaces);
  }

  #listerWatcher(namespace?: string): ListerWatcher<WrittenObject> {
    const { mode, client, resource } = this.#options;
    const { watchSeconds } = mode;
    const options: ListerWatcherOptions = {
      namespace,
      lazy: mode.form === 'lazy',
      ...(mode.form === 'full' && { managedFields: 'keep' }),
      ...(watchSeconds !== undefined && {
        tweakListOptions: (request) => {
          if (request.timeoutSeconds !== undefined) request.timeoutSeconds = watchSeconds;
        },
      }),
    };
    const source = client.listerWatcher(resource, options);
    return mode.sabotage === undefined ? source : sabotaged(source, mode.sabotage);
  }

  #attach(sort: HandlerSort, since: HandlerReport['since']): void {
    const handler = new RecordingHandler(sort, this.#options.task.namespaces);
    this.#handlers.push({ sort, handler, since, live: true, registration: this.informer.addEventHandler(handler) });
  }

  #cached(): readonly WrittenObject[] {
    const { namespaces } = this.#options.task;
    return this.informer
      .getStore()
      .list()
      .filter(({ metadata }) => namespaces.includes(metadata?.namespace ?? ''));
  }

  #countError(error: Error, { stage }: ErrorContext): void {
    if (error instanceof DeliberateError) return;
    const text = `${stage}: ${error.message.replaceAll(/\d+/g, 'N')}`.slice(0, 200);
    this.#errors.set(text, (this.#errors.get(text) ?? 0) + 1);
  }
}

/** From its metadata alone: a lazy object is not decoded for it. */
function identityOf({ metadata }: WrittenObject): Omit<CachedObject, 'hash'> {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = metadata ?? {};
  return { key: `${namespace}/${name}`, uid, resourceVersion };
}

function cachedObject(object: WrittenObject, keepsManagedFields: boolean): CachedObject {
  // As JSON, so that an object that is decoded when it is read is read whole.
  const plain = JSON.parse(JSON.stringify(object)) as PlainObject;
  return { ...identityOf(object), hash: contentHash(plain, keepsManagedFields) };
}
