import type {
  Clock,
  KubernetesObject,
  ListerWatcher,
  ListerWatcherOptions,
  Resource,
  WithManagedFields,
} from '@informer-gen/runtime';
import { ResourceCalls } from '@informer-gen/runtime/client-go';
import type { CallRequest, KeepsManagedFields, WriteDefaults } from '@informer-gen/runtime/client-go';
import { InProcessListerWatcher } from './in-process-lister-watcher.js';
import type { InProcessTransport } from './in-process-transport.js';

/** What {@link InProcessCalls} are made of. */
export interface InProcessCallsOptions {
  readonly transport: InProcessTransport;
  readonly clock: Clock;
  readonly defaults: WriteDefaults;
}

/** The calls of `ApiClient`, answered by a simulated cluster in the same process. */
export class InProcessCalls extends ResourceCalls {
  readonly #transport: InProcessTransport;

  constructor({ transport, clock, defaults }: InProcessCallsOptions) {
    super(clock, defaults);
    this.#transport = transport;
  }

  listerWatcher<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ListerWatcherOptions & KeepsManagedFields,
  ): ListerWatcher<WithManagedFields<T>>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T>;
  listerWatcher<T extends KubernetesObject>(resource: Resource<T>, options?: ListerWatcherOptions): ListerWatcher<T> {
    return new InProcessListerWatcher(this.#transport, resource, options);
  }

  protected async exchange<R>(call: CallRequest): Promise<R> {
    const { verb, method, resource, at, query, body, contentType, userAgent, signal } = call;
    const { namespace, name, subresource } = at;
    const headers = {
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
    };
    const target = { verb, method, resource, namespace, name, subresource };
    const { object, text } = await this.#transport.send({ ...target, query, body, headers, signal });
    return (object ?? JSON.parse(text)) as R;
  }
}
