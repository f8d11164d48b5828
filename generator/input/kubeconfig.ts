import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Cluster, KubeConfig } from '@kubernetes/client-node';
import { UsageError } from '../errors.js';

/** A kubeconfig, and the cluster of its context. */
export interface LoadedKubeconfig {
  readonly config: KubeConfig;
  readonly cluster: Cluster;
}

/**
 * Reads a kubeconfig: the named file, or what kubectl would take. Throws a `UsageError` where there is none, or where it leads
 * to no API server.
 */
export async function loadKubeconfig(file: string | undefined, context: string | undefined): Promise<LoadedKubeconfig> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  try {
    read(config, file === undefined ? filesOfEnvironment() : [file], () => new KubeConfig());
    if (context !== undefined) config.setCurrentContext(context);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`the kubeconfig cannot be read: ${(error as Error).message}`);
  }
  const cluster = config.getCurrentCluster();
  // What client-node makes up where there is neither a file nor a service account.
  if (file === undefined && cluster?.server === 'http://localhost:8080') {
    throw new UsageError(
      'there is no kubeconfig: set KUBECONFIG, write ~/.kube/config, name a file with --kubeconfig, or run in a pod',
    );
  }
  if (cluster === null)
    throw new UsageError(`the kubeconfig has no cluster for context ${config.getCurrentContext() || '(none)'}`);
  const { protocol } = URL.canParse(cluster.server) ? new URL(cluster.server) : { protocol: undefined };
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new UsageError(
      `the server of the kubeconfig must begin with https:// or http://, not ${JSON.stringify(cluster.server)}`,
    );
  }
  return { config, cluster };
}

/** As kubectl does it: of several files in KUBECONFIG those that are there; undefined where it names none. */
function filesOfEnvironment(): readonly string[] | undefined {
  const named = process.env['KUBECONFIG']?.split(path.delimiter).filter((file) => file !== '') ?? [];
  if (named.length === 0) return undefined;
  const there = named.filter((file) => existsSync(file));
  if (there.length > 0) return there;
  throw new UsageError(`the kubeconfig cannot be read: KUBECONFIG names no file that is there: ${named.join(', ')}`);
}

/** Without files: from `~/.kube/config` or the pod's service account. */
function read(config: KubeConfig, files: readonly string[] | undefined, another: () => KubeConfig): void {
  if (files === undefined) return config.loadFromDefault();
  const [first = '', ...others] = files;
  readFile(config, first);
  for (const file of others) {
    const other = another();
    readFile(other, file);
    config.mergeConfig(other);
  }
}

function readFile(config: KubeConfig, file: string): void {
  try {
    config.loadFromFile(file);
  } catch (error) {
    // An empty file is read as undefined, at whose first property client-node fails.
    const { message } = error as Error;
    throw new Error(error instanceof TypeError ? `${file} is no kubeconfig` : message, { cause: error });
  }
}
