import {
  type ApiClient,
  connect,
  type ConnectOptions,
  defineResource,
  type KubernetesObject,
  type ListerWatcher,
  type NamespacedSource,
  newSharedIndexInformer,
  type Resource,
  type ResourceEventHandler,
  type SharedIndexInformer,
  type SharedIndexInformerOptions,
} from '@informer-gen/runtime';
import { FakeClock, settle, SimulatedApiServer, type SimulatedApiServerOptions } from '@informer-gen/testing';
import { Relay } from '../conformance/servers/relay.js';

export interface ConfigMap extends KubernetesObject {
  readonly data?: { readonly [key: string]: string };
}

export const configMaps: Resource<ConfigMap> = defineResource<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

/** An informer in the lab, what its handler was told (`add a`), and errors that had no caller. */
export interface LabInformer extends AsyncDisposable {
  readonly informer: SharedIndexInformer<ConfigMap>;
  readonly told: string[];
  readonly errors: Error[];
  /** The names in the cache, in order. */
  readonly names: string[];
}

/** What a lab is made with. */
export interface LabOptions {
  readonly server?: SimulatedApiServerOptions;
  readonly connect?: ConnectOptions;
}

/**
 * A simulated server, a relay before it, a client and informers, over real sockets but all on one virtual clock: minutes
 * pass in moments, and never by themselves.
 */
export class Lab implements AsyncDisposable {
  readonly clock: FakeClock;
  readonly server: SimulatedApiServer;
  readonly relay: Relay;
  readonly client: ApiClient;
  /** Where new connections lead instead of the server: a port on loopback. */
  detour: number | undefined;
  readonly #owned: AsyncDisposable[] = [];

  private constructor(parts: { clock: FakeClock; server: SimulatedApiServer; relay: Relay; client: ApiClient }) {
    this.clock = parts.clock;
    this.server = parts.server;
    this.relay = parts.relay;
    this.client = parts.client;
  }

  static async start(options: LabOptions = {}): Promise<Lab> {
    const clock = new FakeClock();
    const server = await SimulatedApiServer.start({ clock, ...options.server });
    const relay: Relay = new Relay(() => lab.detour ?? Number(new URL(server.url).port));
    await relay.open();
    const scheme = new URL(server.url).protocol;
    const client = await connect({ server: `${scheme}//127.0.0.1:${relay.port}`, clock, ...options.connect });
    const lab = new Lab({ clock, server, relay, client });
    return lab;
  }

  /** Creates ConfigMaps in `default`. */
  create(...names: readonly string[]): void {
    for (const name of names) this.server.create('configmaps', { metadata: { name } });
  }

  /** Runs an informer of ConfigMaps; it is ended with the lab. */
  run(
    options: SharedIndexInformerOptions<ConfigMap> & { readonly handler?: ResourceEventHandler<ConfigMap> } = {},
    source: ListerWatcher<ConfigMap> | NamespacedSource<ConfigMap> = this.client.listerWatcher(configMaps),
  ): LabInformer {
    const told: string[] = [];
    const errors: Error[] = [];
    const { handler, ...rest } = options;
    const informer = newSharedIndexInformer(source, configMaps, {
      clock: this.clock,
      onError: (error) => void errors.push(error),
      ...rest,
      reflector: { random: () => 0, ...rest.reflector },
    });
    informer.addEventHandler(
      handler ?? {
        onAdd: (object) => void told.push(`add ${object.metadata?.name}`),
        onUpdate: (_before, object) => void told.push(`update ${object.metadata?.name}`),
        onDelete: ({ key }) => void told.push(`delete ${key.split('/').at(-1)}`),
      },
    );
    const stop = new AbortController();
    const ended = informer.run({ signal: stop.signal });
    const running: LabInformer = {
      informer,
      told,
      errors,
      get names() {
        return informer
          .getStore()
          .list()
          .map(({ metadata }) => metadata?.name ?? '')
          .sort();
      },
      async [Symbol.asyncDispose]() {
        stop.abort();
        await ended;
      },
    };
    this.#owned.push(running);
    return running;
  }

  /** Waits, without any virtual time passing, for what sockets bring about. */
  async until(condition: () => boolean, what: string): Promise<void> {
    const giveUpAt = performance.now() + 10_000;
    while (!condition()) {
      if (performance.now() > giveUpAt) throw new Error(`did not happen: ${what}`);
      await settle(1);
    }
  }

  /** Runs an informer and waits, in no virtual time, until it watches. */
  async watching(options: SharedIndexInformerOptions<ConfigMap> = {}): Promise<LabInformer> {
    const running = this.run(options);
    await this.until(() => running.informer.hasSynced() && isConnected(running.informer), 'the informer watches');
    return running;
  }

  /** Lets virtual time pass in small steps, between which sockets speak. */
  async pass(ms: number, stepMs = 1000): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      await settle(10);
      await this.clock.advanceAsync(Math.min(left, stepMs));
    }
    await settle(10);
  }

  /** Lets time pass until the condition holds; gives how long that took. Throws when it does not within `limitMs`. */
  async passUntil(condition: () => boolean, limitMs: number, stepMs = 1000): Promise<number> {
    const from = this.clock.now();
    for (;;) {
      await settle(10);
      const passedMs = this.clock.now() - from;
      if (condition()) return passedMs;
      if (passedMs >= limitMs) throw new Error(`did not happen in ${limitMs / 1000} virtual seconds`);
      await this.clock.advanceAsync(stepMs);
    }
  }

  /** The same for an informer, but lets time pass only while that waits before it tries again: however slow sockets are, nothing expires. */
  async passWhileItWaits({ informer }: LabInformer, condition: () => boolean, limitMs: number): Promise<void> {
    const from = this.clock.now();
    for (;;) {
      await this.until(() => condition() || informer.status.phase === 'backing-off', 'it tries or waits');
      if (condition()) return;
      if (this.clock.now() - from >= limitMs) throw new Error(`did not happen in ${limitMs / 1000} virtual seconds`);
      await this.clock.advanceAsync(100);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#owned.map((each) => each[Symbol.asyncDispose]()));
    await this.client[Symbol.asyncDispose]();
    await this.relay[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
  }
}

/** A watch is open. */
export function isConnected({ status }: { readonly status: SharedIndexInformer<ConfigMap>['status'] }): boolean {
  return status.phase === 'watching' && status.disconnectedSince === undefined;
}
