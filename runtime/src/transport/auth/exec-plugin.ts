import type { ExecPluginCalled } from '../../observe/requests.js';
import type { KubeConfigLike } from './credentials.js';

/**
 * The exec plugin of a kubeconfig's user, which client-node runs. It tells nobody when it does, so this looks at what it keeps: every
 * call that went well leaves another credential.
 */
export class ExecPlugin {
  readonly #kubeConfig: KubeConfigLike;
  #credential: unknown;

  constructor(kubeConfig: KubeConfigLike) {
    this.#kubeConfig = kubeConfig;
  }

  /** Undefined where the user has none, or client-node does not tell. */
  get command(): string | undefined {
    const { exec } = this.#user();
    return typeof exec?.command === 'string' ? exec.command : undefined;
  }

  /** Whether it was called since the last time this was asked. */
  wasCalled(): boolean {
    const before = this.#credential;
    this.#credential = this.#kept();
    return this.#credential !== undefined && this.#credential !== before;
  }

  /** Whether a failure to get credentials was the plugin's: before it calls one, client-node drops what it kept. */
  get hasFailed(): boolean {
    return this.command !== undefined && this.#kept() === undefined;
  }

  /** What client-node keeps of the last call. */
  #kept(): unknown {
    const { authenticators } = this.#kubeConfig as { readonly authenticators?: unknown };
    const { name, exec } = this.#user();
    if (!Array.isArray(authenticators) || exec === undefined || typeof name !== 'string') return undefined;
    for (const each of authenticators as readonly { readonly tokenCache?: { readonly [user: string]: unknown } }[]) {
      const kept = each?.tokenCache?.[name];
      if (typeof kept === 'object' && kept !== null) return kept;
    }
    return undefined;
  }

  #user(): { readonly name?: unknown; readonly exec?: { readonly command?: unknown } | undefined } {
    const { getCurrentUser } = this.#kubeConfig as { readonly getCurrentUser?: () => object | null };
    return getCurrentUser?.call(this.#kubeConfig) ?? {};
  }
}

/** How a call of a plugin failed, by what client-node throws: a system error, a parser's, or what the plugin wrote to stderr. */
export function failedCall(thrown: unknown): ExecPluginCalled {
  // It ended well and wrote something else: client-go counts that as a call like any other.
  if (thrown instanceof SyntaxError) return { status: 'no_error', code: 0 };
  const { code } = (thrown ?? {}) as { readonly code?: unknown };
  if (code === undefined) return { status: 'plugin_execution_error', code: 1 };
  const isNotFound = code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR';
  return { status: isNotFound ? 'plugin_not_found_error' : 'client_internal_error', code: 1 };
}
