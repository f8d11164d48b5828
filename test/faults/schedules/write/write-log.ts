/** Which of the two resources: a built-in one and a custom one. */
export type ResourceName = 'configmaps' | 'widgets';

/** One attempt to write, and what became of it. */
export interface WriteEntry {
  readonly resource: ResourceName;
  /** `namespace/name`. */
  readonly key: string;
  readonly verb: 'create' | 'patch' | 'delete';
  /** Of a create or patch: the number that its content carries. */
  readonly serial: number;
  /**
   * `acknowledged`: the server said that it happened. `refused`: the server said that it did not. `unknown`: the answer was
   * lost, or says that the server does not know; it may even happen later.
   */
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  /** Of an acknowledged write. */
  readonly uid?: string | undefined;
  /** Of an acknowledged create or patch. */
  readonly resourceVersion?: string | undefined;
}

/** Everything that was done to the objects. */
export interface WriteLog {
  readonly entries: readonly WriteEntry[];
  /** How often all widgets went together with their definition. */
  readonly crdDeletions: number;
}
