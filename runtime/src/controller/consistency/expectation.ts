/** What a cache must have reached for a write of this process to be in it. */
export interface Expectation {
  /** Whether the cache has reached it, or will never: asked as often as needed, and cheap. */
  isMet(): boolean;
  /** Resolves when it is met. Rejects with the signal's reason, or with the code `StaleCache` on `timeoutMs`. */
  wait(options: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<void>;
  /** The `resourceKey` of what was written. */
  readonly resourceKey: string;
}
