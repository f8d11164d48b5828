import type { KubernetesObject, Resource } from '@informer-gen/runtime';
import type { Manager, ManagerOptions } from '@informer-gen/runtime/controller';
import type { TestServerKind } from '../servers/test-server.js';
import type { ObjectInput, ObjectRef } from '../simulated/cluster/direct-access.js';
import type { ApiObject, JsonObject } from '../simulated/objects/api-object.js';
import type { BedClock } from './bed-clock.js';
import type { RunTracker } from './run-tracker.js';
import type { WatchedClient } from './watched-client.js';

/** What a test does to the objects of a server: with all rights, status included. */
export interface BedObjects {
  create<T extends KubernetesObject, O extends ObjectInput>(resource: Resource<T>, object: O): T & ApiObject;
  patch<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef, change: JsonObject): T & ApiObject;
  delete(resource: Resource, name: ObjectRef): void;
  get<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef): (T & ApiObject) | undefined;
  list<T extends KubernetesObject>(resource: Resource<T>, namespace?: string): (T & ApiObject)[];
}

/** A server, and how a manager reaches it: what a bed stands on. */
export interface BedWorld extends AsyncDisposable {
  readonly kind: TestServerKind;
  readonly objects: BedObjects;
  /** The clock of the manager. It moves only when a test lets time pass. */
  readonly clock: BedClock;
  readonly tracker: RunTracker;
  /** The manager's client. */
  readonly requests: WatchedClient;
  /** How the informers read: on the machine's clock where the server is on it. */
  readonly informerOptions: Pick<NonNullable<ManagerOptions['informers']>, 'clock'>;
  /** Permissions that the role lacks, in the order in which they were needed, each once. */
  readonly refused: readonly string[];
  /** Longest time, in milliseconds of the machine, without progress in work that does not wait for virtual time. */
  readonly patienceMs: number;
  /** Lets what is under way make progress. */
  turn(): Promise<void>;
  /** A test waits for the bed from here on: nothing that it did itself has been seen. */
  idleBegins(): void;
  /** The resources whose caches lack something that the server has, or that is on its way from there. */
  resourcesBehind(manager: Manager): Promise<readonly string[]>;
  /** Called after virtual time has moved, so that times of the server can follow. */
  timeHasPassed(fromMs: number): Promise<void>;
}

/** What any world begins with. */
export interface BedWorldOptions {
  readonly crds: readonly unknown[];
  readonly objects: readonly object[];
  readonly role: string | object | readonly object[] | undefined;
}
