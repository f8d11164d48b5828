import { buildClientGo, buildKubeRs, bundleClient } from './programs.js';
import type { Contender } from './rounds.js';

/** Who can take part in the informer benchmark; `relist-…` are ours once more, listing again. */
export const informerIds = [
  'floor',
  'ours',
  'ours-stripped',
  'ours-lazy',
  'ours-projected',
  'client-go',
  'client-go-dynamic',
  'client-node',
  'kube-rs',
] as const;

export type InformerId = (typeof informerIds)[number];

/** The load that a contender is to take. */
export interface Load {
  readonly url: string;
  readonly objects: number;
  readonly events: number;
  /** Settings of the clients, see bench/clients/ours.ts. Default: none. */
  readonly env?: { readonly [name: string]: string };
  /** For ours: the clone that the client is bundled from. Default: this one. */
  readonly clone?: string;
}

const variants: { readonly [id: string]: string } = {
  'ours-stripped': 'no managedFields',
  'ours-lazy': 'lazy',
  'ours-projected': 'projected',
};

/** The command of a contender, built or bundled. */
export async function contender(id: InformerId, { url, objects, events, env = {}, clone }: Load): Promise<Contender> {
  const numbers = [url, String(objects), String(events)];
  switch (id) {
    case 'floor':
      return await nodeContender({ id, name: 'Node floor', client: 'floor', args: numbers, env });
    case 'client-node':
      return await nodeContender({ id, name: 'client-node makeInformer', client: 'client-node', args: numbers, env });
    case 'client-go':
    case 'client-go-dynamic': {
      const variant = id === 'client-go' ? 'typed' : 'dynamic';
      const format = variant === 'typed' && env['BENCH_KUBECONFIG'] !== undefined ? 'protobuf' : 'JSON';
      const name = `client-go ${variant}, ${format}`;
      return { id, name, command: [await buildClientGo(), 'informer', ...numbers, variant], env };
    }
    case 'kube-rs':
      return { id, name: 'kube-rs reflector', command: [await buildKubeRs(), ...numbers], env };
    default: {
      const variant = variants[id] ?? '';
      const name = `informer-gen${variant === '' ? '' : `, ${variant}`}`;
      const args = [...numbers, variant];
      if (clone === undefined) return await nodeContender({ id, name, client: 'ours', args, env });
      return await nodeContender({ id: `${id}-before`, name: `${name} (before)`, client: 'ours', args, env, clone });
    }
  }
}

export interface NodeContender {
  readonly id: string;
  readonly name: string;
  /** A file of bench/clients, without its ending. */
  readonly client: string;
  readonly args: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly clone?: string;
}

/** A client that runs in Node, with garbage collection on demand. */
export async function nodeContender({ id, name, client, args, env = {}, clone }: NodeContender): Promise<Contender> {
  return { id, name, command: [process.execPath, '--expose-gc', await bundleClient(client, clone), ...args], env };
}
