import { newRequirement } from './label-requirement.js';
import { LabelSelectorError } from './label-selector-error.js';
import type { LabelOperator, LabelRequirement, Labels, LabelSelector, Selector } from './label-selector.js';

const OPERATORS: { readonly [operator: string]: LabelOperator } = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

class AndSelector implements Selector {
  readonly requirements: readonly LabelRequirement[];

  constructor(requirements: readonly LabelRequirement[]) {
    this.requirements = requirements;
  }

  get empty(): boolean {
    return this.requirements.length === 0;
  }

  matches(labels: Labels | undefined): boolean {
    for (const requirement of this.requirements) if (!requirement.matches(labels)) return false;
    return true;
  }

  toString(): string {
    return this.requirements.join(',');
  }
}

/** Matches every object. */
export const everything: Selector = new AndSelector([]);

/**
 * Matches no object. Its text asks for a label that is there and is not, because the empty text would ask a server for
 * everything.
 */
export const nothing: Selector = new AndSelector([
  newRequirement({ key: 'nothing', operator: 'exists' }),
  newRequirement({ key: 'nothing', operator: '!' }),
]);

/** A selector that matches where all of these requirements do. It orders them by key, so that its text is settled. */
export function selectorOf(requirements: readonly LabelRequirement[]): Selector {
  if (requirements.length === 0) return everything;
  return new AndSelector([...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)));
}

/**
 * The API's selector object as a selector: an empty one matches everything, a missing one nothing, as everywhere in
 * Kubernetes. Throws a {@link LabelSelectorError} when a key, an operator or a value is not valid.
 *
 * @example
 * selectorFromLabelSelector({ matchLabels: { tier: 'web' } }).matches({ tier: 'web' }); // → true
 */
export function selectorFromLabelSelector(object: LabelSelector | null | undefined): Selector {
  if (object === undefined || object === null) return nothing;
  const requirements: LabelRequirement[] = [];
  for (const [key, value] of Object.entries(object.matchLabels ?? {})) {
    requirements.push(newRequirement({ key, operator: '=', values: [value] }));
  }
  for (const { key, operator, values } of object.matchExpressions ?? []) {
    const known = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    if (known === undefined) {
      throw new LabelSelectorError(
        `${JSON.stringify(key)}: ${JSON.stringify(operator)} is no operator: use In, NotIn, Exists or DoesNotExist`,
      );
    }
    requirements.push(newRequirement({ key, operator: known, values: values ?? [] }));
  }
  return selectorOf(requirements);
}

/**
 * A selector that matches objects which carry all of these labels. No labels: everything.
 *
 * @example
 * selectorFromSet({ tier: 'web' }).toString(); // → 'tier=web'
 */
export function selectorFromSet(labels: Labels): Selector {
  return selectorFromLabelSelector({ matchLabels: labels });
}
