/** One step from a type to a part of it: a property, the entries of a list, the values of a map. */
export type Step = { readonly property: string } | '[]' | '{}';

/** `Widget` and steps → `Widget.spec.parts[].limits[key]["-Xmx"]`. */
export function typePath(root: string, steps: readonly Step[]): string {
  return root + steps.map(stepText).join('');
}

function stepText(step: Step): string {
  if (step === '[]') return '[]';
  if (step === '{}') return '[key]';
  return /^[A-Za-z_$][\w$]*$/.test(step.property) ? `.${step.property}` : `[${JSON.stringify(step.property)}]`;
}

/** The last part of a definition's name: `PodSpec`. */
export function shortName(definition: string): string {
  return definition.slice(definition.lastIndexOf('.') + 1);
}
