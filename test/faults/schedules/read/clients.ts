import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { connect } from '@informer-gen/runtime';
import type { ApiClient, KubeConfigLike } from '@informer-gen/runtime';
import type { Mode } from './modes.js';
import type { ReaderTask } from './task.js';

/** Clients for informers, shared by those of modes that connect alike. */
export class Clients {
  readonly #task: ReaderTask;
  readonly #clients = new Map<string, Promise<ApiClient>>();

  constructor(task: ReaderTask) {
    this.#task = task;
  }

  for(mode: Mode): Promise<ApiClient> {
    const key = [mode.via, mode.transport, mode.credentials].join(' ');
    let client = this.#clients.get(key);
    if (client === undefined) this.#clients.set(key, (client = this.#connect(mode)));
    return client;
  }

  #connect({ via, transport, credentials }: Mode): Promise<ApiClient> {
    const { ports, ca, tokenFile } = this.#task;
    const server = `https://127.0.0.1:${ports[via]}`;
    if (credentials === 'certificate') return connect({ kubeConfig: this.#kubeConfig(server), transport });
    return connect({ server, ca, transport, token: () => readFileSync(tokenFile, 'utf8') });
  }

  /** As one whose files are renewed by somebody else. */
  #kubeConfig(server: string): KubeConfigLike {
    const { ca, certificateFile, keyFile } = this.#task;
    return {
      getCurrentCluster: () => ({ server }),
      applyToHTTPSOptions: async (options: RequestOptions) => {
        options.ca = ca;
        options.cert = readFileSync(certificateFile, 'utf8');
        options.key = readFileSync(keyFile, 'utf8');
      },
    };
  }
}
