import { delimiter, join } from 'node:path';
import { ConfigurationError } from '../http/errors.js';
import { nodeFs } from '../http/node-modules.js';
import type { KubeConfigLike } from './credentials.js';
import { clientNodeVersion } from './client-node-version.js';

/** Where to look for a kubeconfig. */
export interface KubeConfigLocation {
  /** Default: as kubectl: KUBECONFIG, then `~/.kube/config`. */
  readonly kubeconfigPath?: string | undefined;
  /** Default: the file's current context. */
  readonly context?: string | undefined;
}

/** What we call of client-node's KubeConfig to load one. */
interface LoadableKubeConfig extends KubeConfigLike {
  loadFromFile(path: string): void;
  mergeConfig(other: LoadableKubeConfig): void;
  getContexts(): readonly { readonly name: string }[];
  getCurrentContext(): string;
  setCurrentContext(name: string): void;
}

/**
 * Loads a kubeconfig with `@kubernetes/client-node`, which is loaded itself only here: that takes most of a second.
 * Undefined where there is none; what was named and is not there is a {@link ConfigurationError}.
 */
export async function loadKubeConfig({
  kubeconfigPath,
  context,
}: KubeConfigLocation): Promise<KubeConfigLike | undefined> {
  const files = filesToRead(kubeconfigPath);
  const [first, ...others] = files;
  if (first === undefined) return undefined;
  const KubeConfig = await loadClientNode();
  const kubeConfig = read(KubeConfig, first);
  for (const other of others) kubeConfig.mergeConfig(read(KubeConfig, other));
  if (context !== undefined) selectContext(kubeConfig, context);
  checkContext(kubeConfig, files.join(' and '));
  return kubeConfig;
}

/** As kubectl does it: of several files in KUBECONFIG those that are there. */
function filesToRead(kubeconfigPath: string | undefined): readonly string[] {
  const { existsSync } = nodeFs();
  if (kubeconfigPath !== undefined) {
    if (existsSync(kubeconfigPath)) return [kubeconfigPath];
    throw new ConfigurationError(`kubeconfigPath names a file that is not there: ${kubeconfigPath}`);
  }
  const named = process.env['KUBECONFIG'];
  if (!named)
    return [join(process.getBuiltinModule('node:os').homedir(), '.kube', 'config')].filter((file) => existsSync(file));
  const there = named.split(delimiter).filter((file) => file !== '' && existsSync(file));
  if (there.length > 0) return there;
  throw new ConfigurationError(`KUBECONFIG names no file that is there: ${named}. Unset it, or name one that is`);
}

function read(KubeConfig: new () => LoadableKubeConfig, file: string): LoadableKubeConfig {
  const kubeConfig = new KubeConfig();
  try {
    kubeConfig.loadFromFile(file);
  } catch (error) {
    // An empty file is read as undefined, and an empty entry as null, at whose first property client-node fails.
    const why = error instanceof TypeError ? 'it, or an entry of it, is empty' : (error as Error).message;
    throw new ConfigurationError(`${file} is no kubeconfig: ${why}`, { cause: error });
  }
  return kubeConfig;
}

async function loadClientNode(): Promise<new () => LoadableKubeConfig> {
  if (!runsNewest() && clientNodeVersion(import.meta.url)?.startsWith('2.') === true) throw cannotLoad();
  try {
    const { KubeConfig } = await import('@kubernetes/client-node');
    return KubeConfig;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    throw new ConfigurationError(
      missing
        ? '@kubernetes/client-node is needed to read a kubeconfig and is not installed: ' +
            `\`npm install ${fittingClientNode()}\`, or pass \`server\` to connect() without one`
        : `@kubernetes/client-node cannot be loaded: \`npm install ${fittingClientNode()}\``,
      { cause: error },
    );
  }
}

function cannotLoad(): ConfigurationError {
  return new ConfigurationError(
    `@kubernetes/client-node cannot be loaded on Node ${process.versions.node}: version 2 needs Node 22.19 or later. ` +
      `\`npm install ${fittingClientNode()}\``,
  );
}

/** Whether this Node runs every version of client-node. */
function runsNewest(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

/** What to install on this Node. */
function fittingClientNode(): string {
  return runsNewest() ? '@kubernetes/client-node' : '@kubernetes/client-node@1.4';
}

function selectContext(kubeConfig: LoadableKubeConfig, context: string): void {
  const names = contextsOf(kubeConfig);
  if (!names.includes(context)) {
    throw new ConfigurationError(`the kubeconfig has no context "${context}"; it has: ${names.join(', ') || 'none'}`);
  }
  kubeConfig.setCurrentContext(context);
}

/** Throws where the current context leads to no cluster. `file`: where it is from. */
function checkContext(kubeConfig: LoadableKubeConfig, file: string): void {
  if (kubeConfig.getCurrentCluster() !== null) return;
  const names = contextsOf(kubeConfig).join(', ') || 'none';
  const current = kubeConfig.getCurrentContext() || '';
  throw new ConfigurationError(
    `the current-context "${current}" of ${file} leads to no cluster; its contexts: ${names}`,
  );
}

function contextsOf(kubeConfig: LoadableKubeConfig): readonly string[] {
  return kubeConfig.getContexts().map(({ name }) => name);
}
