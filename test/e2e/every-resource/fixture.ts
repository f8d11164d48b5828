/** What a test sends to create an object: the server sets the rest. */
export type Body<T> = Omit<T, 'apiVersion' | 'kind' | 'metadata' | 'status'> & {
  /** Default: a name made of the version. */
  readonly name?: string;
  readonly status?: T extends { readonly status?: infer S } ? S : never;
};

/** One object for every resource of an output: a missing or superfluous one does not compile. */
export type Fixtures<R> = { readonly [V in keyof R]: { readonly [N in keyof R[V]]: Body<R[V][N]> } };

/** Resources that the server lists and watches but that have no object here, and why. */
export type Exceptions = Readonly<Record<string, string>>;
