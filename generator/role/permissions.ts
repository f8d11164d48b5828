/** One permission that a program needs, and the code that needs it. */
export interface Permission {
  /** `''` for the core group. */
  readonly group: string;
  /** As in a role: `pods`, `websites/status`. */
  readonly resource: string;
  readonly verb: string;
  /** `src/main.ts:12`; undefined where it is not about code. */
  readonly location?: string;
}

/** What reading a cache asks of the server. */
export const CACHE_VERBS: readonly string[] = ['list', 'watch'];

/** By the name of a call of the client: what the server asks for it. An apply creates what is not there. */
export const CALL_VERBS: ReadonlyMap<string, readonly string[]> = new Map([
  ['get', ['get']],
  ['list', ['list']],
  ['listAll', ['list']],
  ['watch', ['watch']],
  ['create', ['create']],
  ['replace', ['update']],
  ['update', ['update']],
  ['patch', ['patch']],
  ['apply', ['create', 'patch']],
  ['delete', ['delete']],
  ['deleteCollection', ['deletecollection']],
  // Helpers of controllers, which are given the client and a resource.
  ['addFinalizer', ['get', 'patch']],
  ['removeFinalizer', ['get', 'patch']],
  ['applyIfChanged', ['create', 'patch']],
  ['createOrUpdate', ['get', 'create', 'update']],
  ['writeStatus', ['get']],
  ['readOwned', ['get']],
  ['byIndex', ['list']],
]);

/** Helpers that also patch a subresource of the resource that they are given, by name. */
export const PATCHED_SUBRESOURCES: ReadonlyMap<string, string> = new Map([['writeStatus', 'status']]);

/** Functions that are given a resource to know its names, and ask nothing of the server. */
export const PLAIN_CALLS: ReadonlySet<string> = new Set([
  'apiVersionOf',
  'defineResource',
  'extractOwned',
  'project',
  'record',
  'resourceKey',
  'resourceName',
  'toOwners',
]);
