import { metaNamespaceKeyFunc, resourceName } from '@informer-gen/runtime';
import type { KubernetesObject, Resource } from '@informer-gen/runtime';
import type { ManagerClient } from '@informer-gen/runtime/controller';
import { isJsonObject } from '../simulated/objects/api-object.js';
import { currentBedRun } from './bed-run.js';
import type { OpenRequest } from './bed-run.js';
import type { WriteAuthors } from './write-authors.js';

/** The calls that change something. */
const WRITES: ReadonlySet<unknown> = new Set(['create', 'replace', 'patch', 'apply', 'delete', 'deleteCollection']);

/** Makes the source of one informer, or of one namespace of it. */
type ListerWatcherFactory = ManagerClient['listerWatcher'];

/** How the calls of a {@link WatchedClient} are watched. */
export interface WatchedClientOptions {
  readonly authors: WriteAuthors;
  /** Replaces how informers read. Default: as the client does. */
  readonly listerWatcher?: ListerWatcherFactory | undefined;
  /** Called with the error of each call that fails. Default: nothing is called. */
  readonly onFailed?: ((error: unknown) => void) | undefined;
  /** Called for each object that the server returned for a write. */
  readonly onWritten?: ((resource: Resource, answer: KubernetesObject) => void) | undefined;
}

/** The client of a manager, with the requests that are not answered yet and the run that sent each write. */
export class WatchedClient {
  readonly client: ManagerClient;
  readonly #open = new Set<OpenRequest>();
  readonly #options: WatchedClientOptions;
  /** Requests that were sent, and those that were answered. */
  progress = 0;
  /** Writes that were sent. */
  writes = 0;

  constructor(client: ManagerClient, options: WatchedClientOptions) {
    this.#options = options;
    this.client = new Proxy(client, {
      get: (target, name) => {
        if (name === 'listerWatcher' && options.listerWatcher !== undefined) return options.listerWatcher;
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => this.#call(name, args, () => Reflect.apply(value, target, args) as unknown);
      },
    });
  }

  /** The requests that are not answered yet. */
  get open(): readonly OpenRequest[] {
    return [...this.#open];
  }

  #call(name: string | symbol, args: readonly unknown[], send: () => unknown): unknown {
    const { authors, onFailed } = this.#options;
    const sentAfter = authors.highestVersion;
    const result = send();
    if (!(result instanceof Promise)) return result;
    const run = currentBedRun.getStore();
    const request: OpenRequest = { text: `${String(name)} ${targetOf(args)}` };
    this.progress += 1;
    if (WRITES.has(name)) this.writes += 1;
    this.#open.add(request);
    run?.requests.add(request);
    const ended = (): void => {
      this.progress += 1;
      this.#open.delete(request);
      run?.requests.delete(request);
    };
    result.then(
      (answer: unknown) => {
        ended();
        if (!WRITES.has(name)) return;
        const [resource, target] = args as [Resource, unknown];
        const object = isObjectWithMetadata(answer) ? answer : undefined;
        if (object !== undefined) this.#options.onWritten?.(resource, object);
        const isDelete = name === 'delete';
        const key = isDelete ? keyOf(target) : object && metaNamespaceKeyFunc(object);
        if (run === undefined || key === undefined) return;
        authors.answered({ resource: resourceName(resource), key, answer: object, isDelete, run, sentAfter });
      },
      (error: unknown) => {
        ended();
        onFailed?.(error);
      },
    );
    return result;
  }
}

function isObjectWithMetadata(answer: unknown): answer is KubernetesObject {
  return isJsonObject(answer) && isJsonObject(answer['metadata']) && answer['kind'] !== 'Status';
}

/** `configmaps default/a`, from the resource and the object or name that calls begin with. */
function targetOf([resource, target]: readonly unknown[]): string {
  if (!isJsonObject(resource) || typeof resource['plural'] !== 'string') return '';
  const key = keyOf(target);
  return [resourceName(resource as unknown as Resource), ...(key === undefined ? [] : [key])].join(' ');
}

function keyOf(target: unknown): string | undefined {
  if (!isJsonObject(target)) return undefined;
  const { name, namespace } = isJsonObject(target['metadata']) ? target['metadata'] : target;
  if (typeof name !== 'string') return undefined;
  return typeof namespace === 'string' && namespace !== '' ? `${namespace}/${name}` : name;
}
