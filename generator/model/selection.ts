import { globToRegExp } from '../input/glob.js';

/** Tells which kinds the user asked for. */
export type Selection = (resource: {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}) => boolean;

/**
 * Patterns are globs on `group/version/kind`, of which the end may be left out: `cert-manager.io`, `*.istio.io/v1`,
 * `core/v1/{Pod,Node}`. A kind is taken if a pattern of `include` matches (or there is none) and none of `exclude` does.
 */
export function selection(include: readonly string[], exclude: readonly string[]): Selection {
  const wanted = include.map(matcher);
  const unwanted = exclude.map(matcher);
  return ({ group, version, kind }) => {
    const name = `${group === '' ? 'core' : group}/${version}/${kind}`;
    return (wanted.length === 0 || wanted.some((glob) => glob.test(name))) && !unwanted.some((glob) => glob.test(name));
  };
}

function matcher(pattern: string): RegExp {
  const segments = pattern.split('/').length;
  return globToRegExp(pattern + '/*'.repeat(Math.max(0, 3 - segments)));
}
