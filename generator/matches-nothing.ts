import { count } from './count.js';
import { UsageError } from './errors.js';
import type { Source } from './input/sources.js';
import { buildModel, inputsOf } from './model/build-model.js';
import type { BuiltModel } from './model/build-model.js';
import type { ResourceModel } from './model/model.js';
import type { ModelOptions } from './model/options.js';
import { selection } from './model/selection.js';

const NEAREST = 3;

/** What was read and chosen, for {@link refuseEmptyOutput}, {@link unmatchedPatterns} and {@link unusedNames}. */
export interface ReadInput {
  readonly sources: readonly Source[];
  readonly options: ModelOptions;
  readonly built: BuiltModel;
}

/**
 * Throws a {@link UsageError} where there is nothing to generate and no error that says why: a typo in a path or a pattern
 * must not remove the whole output.
 */
export function refuseEmptyOutput({ sources, options, built }: ReadInput): void {
  if (built.model.resources.length > 0 || built.problems.some(({ severity }) => severity === 'error')) return;
  const [only] = sources;
  const read = only !== undefined && sources.length === 1 ? only.file : `${sources.length} files`;
  const all = everyKind(sources, options);
  const advice = 'Nothing was changed; --allow-empty generates without any resource';
  if (all.length === 0) {
    const { crds, openapi } = built.read;
    const found = `${count(crds, 'CRD')} and ${count(openapi, 'OpenAPI document')} were found`;
    throw new UsageError(`nothing to generate: in ${read}, ${found}${skippedText(built)}. ${advice}`);
  }
  const patterns = [...options.include, ...options.exclude];
  const near = nearest(options.include, all);
  throw new UsageError(
    `nothing to generate: of ${count(all.length, 'kind')} in ${read}, none is left by ` +
      `${patterns.join(', ')}; nearest: ${near.join(', ')}. ${advice}`,
  );
}

/** A line for each pattern of `include` that chooses nothing although others do. */
export function unmatchedPatterns({ sources, options, built }: ReadInput): string[] {
  const kinds = built.model.resources;
  const unmatched = options.include.filter((pattern) => !kinds.some(selection([pattern], [])));
  if (unmatched.length === 0 || kinds.length === 0) return [];
  const all = everyKind(sources, options);
  return unmatched.map(
    (pattern) => `--include ${pattern} chooses nothing; nearest: ${nearest([pattern], all).join(', ')}`,
  );
}

/** A line for each entry of `names` that renames nothing of the inputs, whatever was chosen of them. */
export function unusedNames({ sources, options, built }: ReadInput): string[] {
  const { groups = {}, kinds = {}, plurals = {} } = options.names;
  const unused = (part: string, given: object, known: readonly string[]): string[] =>
    Object.keys(given)
      .filter((key) => !known.includes(key))
      .map((key) => {
        const near = nearest([key], [...new Set(known)]).map((name) => JSON.stringify(name));
        return `names.${part}[${JSON.stringify(key)}] renames nothing; nearest: ${near.join(', ')}`;
      });
  const unusedAmong = (resources: readonly ResourceModel[]): string[] => [
    ...unused(
      'groups',
      groups,
      resources.map(({ group }) => group),
    ),
    ...unused(
      'kinds',
      kinds,
      resources.map(({ kind, group }) => `${kind}.${group}`),
    ),
    ...unused(
      'plurals',
      plurals,
      resources.map(({ plural, group }) => `${plural}.${group}`),
    ),
  ];
  // What is broken, or was left out for it, may be what they are for.
  const isWhole = !options.skipInvalid && !built.problems.some(({ severity }) => severity === 'error');
  if (!isWhole || unusedAmong(built.model.resources).length === 0) return [];
  return unusedAmong(everyResource(sources, { ...options, versions: 'all' }));
}

/** `group/version/kind` of all that the inputs have, whatever was chosen. */
function everyKind(sources: readonly Source[], options: ModelOptions): string[] {
  return everyResource(sources, options).map(
    ({ group, version, kind }) => `${group === '' ? 'core' : group}/${version}/${kind}`,
  );
}

function everyResource(sources: readonly Source[], options: ModelOptions): readonly ResourceModel[] {
  return buildModel(inputsOf(sources), { ...options, include: [], exclude: [] }).model.resources;
}

function skippedText({ skipped }: BuiltModel): string {
  const [first] = skipped;
  if (first === undefined) return '';
  const more = skipped.length > 1 ? ` and ${skipped.length - 1} more` : '';
  return ` (passed over: ${first.name} ${first.reason}${more})`;
}

/** The names that the fewest changes of characters lead to. */
function nearest(patterns: readonly string[], names: readonly string[]): string[] {
  const scored = names.map((name) => ({
    name,
    distance: Math.min(Infinity, ...patterns.map((pattern) => distanceToPattern(pattern, name))),
  }));
  return scored
    .sort((a, b) => a.distance - b.distance)
    .slice(0, NEAREST)
    .map(({ name }) => name);
}

/** A pattern may leave the end of a name out. */
function distanceToPattern(pattern: string, name: string): number {
  const segments = pattern.split('/').length;
  return distance(pattern.toLowerCase(), name.split('/').slice(0, segments).join('/').toLowerCase());
}

/** How many characters have to be put in, left out or replaced to make one text of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
