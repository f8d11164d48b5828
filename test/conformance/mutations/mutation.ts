/**
 * A rule of the runtime, broken on purpose: `npm run test:mutations` puts `replace` where `find` is, in memory, and
 * expects every test in `kills` to fail. That is how we know that those tests prove the rule.
 */
export interface Mutation {
  /** What the broken rule does, as a short sentence. Unique. */
  readonly name: string;
  /** The module, from the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the module. */
  readonly find: string;
  readonly replace: string;
  /** Go tests whose counterparts must fail; never by an endless synchronous loop, which nothing can end. */
  readonly kills: readonly string[];
}
