import { ConfigurationError } from '../http/errors.js';
import type { KubeConfigLike } from './credentials.js';

/** Where to look for a kubeconfig. */
export interface KubeConfigLocation {
  /** Default: as kubectl: KUBECONFIG, `~/.kube/config`, then the service account of the pod. */
  readonly kubeconfigPath?: string | undefined;
  /** Default: the file's current context. */
  readonly context?: string | undefined;
}

/** What we call of client-node's KubeConfig to load one. */
interface LoadableKubeConfig extends KubeConfigLike {
  loadFromFile(path: string): void;
  loadFromDefault(): void;
  getContexts(): readonly { readonly name: string }[];
  setCurrentContext(name: string): void;
}

/** Loads a kubeconfig with `@kubernetes/client-node`, which is loaded itself only here: that takes most of a second. */
export async function loadKubeConfig({ kubeconfigPath, context }: KubeConfigLocation): Promise<KubeConfigLike> {
  const kubeConfig = await newKubeConfig();
  if (kubeconfigPath === undefined) kubeConfig.loadFromDefault();
  else kubeConfig.loadFromFile(kubeconfigPath);
  if (context !== undefined) selectContext(kubeConfig, context);
  if (kubeconfigPath === undefined && isPlaceholder(kubeConfig)) {
    throw new ConfigurationError(
      'no kubeconfig found: KUBECONFIG is not set, there is no ~/.kube/config, and this is not a pod with a service ' +
        'account. Pass `kubeConfig`, `kubeconfigPath` or `server` to connect()',
    );
  }
  return kubeConfig;
}

async function newKubeConfig(): Promise<LoadableKubeConfig> {
  try {
    const { KubeConfig } = await import('@kubernetes/client-node');
    return new KubeConfig();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigurationError(
      '@kubernetes/client-node is needed to read a kubeconfig and is not installed: `npm install @kubernetes/client-node`, ' +
        'or pass `server` to connect() without one',
      { cause: error },
    );
  }
}

function selectContext(kubeConfig: LoadableKubeConfig, context: string): void {
  const names = kubeConfig.getContexts().map(({ name }) => name);
  if (!names.includes(context)) {
    throw new ConfigurationError(`the kubeconfig has no context "${context}"; it has: ${names.join(', ') || 'none'}`);
  }
  kubeConfig.setCurrentContext(context);
}

/** What client-node makes up when it finds nothing. */
function isPlaceholder(kubeConfig: KubeConfigLike): boolean {
  return kubeConfig.getCurrentCluster()?.server === 'http://localhost:8080';
}
