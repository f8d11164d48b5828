import type { KubernetesObject, Resource } from '@informer-gen/runtime';
import type { Manager, ManagerOptions } from '@informer-gen/runtime/controller';
import type { TestServerKind } from '../servers/test-server.js';
import type { ObjectInput, ObjectRef } from '../simulated/cluster/direct-access.js';
import type { ApiObject, JsonObject } from '../simulated/objects/api-object.js';

/** What a test does to the objects of a server: with all rights, status included. */
export interface BedObjects {
  create<T extends KubernetesObject, O extends ObjectInput>(resource: Resource<T>, object: O): T & ApiObject;
  patch<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef, change: JsonObject): T & ApiObject;
  delete(resource: Resource, name: ObjectRef): void;
  get<T extends KubernetesObject>(resource: Resource<T>, name: ObjectRef): (T & ApiObject) | undefined;
  list<T extends KubernetesObject>(resource: Resource<T>, namespace?: string): (T & ApiObject)[];
}

/** A server and its time: what a bed stands on. */
export interface BedWorld extends AsyncDisposable {
  readonly kind: TestServerKind;
  readonly objects: BedObjects;
  /** How the manager reaches the server, and what time it has. */
  readonly managerOptions: Pick<ManagerOptions, 'client' | 'clock'>;
  /** What the role did not grant, in order, each once. */
  readonly refused: readonly string[];
  /** Resolves when nothing is left to do, and nothing becomes due within this time. */
  idle(manager: Manager, withinMs: number): Promise<void>;
  /** Lets time pass. */
  advance(ms: number): Promise<void>;
  /** Waits for an end, letting as much time pass as it takes. */
  outlast(end: Promise<unknown>): Promise<void>;
}

/** What any world begins with. */
export interface BedWorldOptions {
  readonly crds: readonly unknown[];
  readonly objects: readonly object[];
  readonly role: string | object | readonly object[] | undefined;
}
