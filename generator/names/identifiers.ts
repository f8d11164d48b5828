import { RESERVED_ACCESSORS, RESERVED_KINDS } from './reserved.js';

/*
 * Every name in the output is made in this folder. The collision rules:
 *
 * 1. A name depends on its own group, version, resource or path alone, never on what else is generated: adding or
 *    removing a CRD changes no name of another.
 * 2. Names are scoped by module: a resource's types and functions live in files of its own, so equal kinds of several
 *    groups, and kinds such as `WidgetSpec` beside `Widget`, never meet. Generated modules name no JavaScript global
 *    and reach the runtime through one namespace import, so that a kind may be called `Object`, `Promise` or `Resource`.
 * 3. What kinds, plurals, versions and groups may contain is checked when they are read. An underscore is in none of
 *    their alphabets, so names that get one (`default_`) meet no other.
 * 4. Two groups whose accessors come out the same (`a-b.io`, `a.b.io`) are an error that names the option to rename
 *    one, for silently renaming either would break rule 1.
 */

/**
 * Dots and dashes become capitals: `cert-manager.io` → `certManagerIo`, `v1beta1` → `v1beta1`, `ip-pools` → `ipPools`;
 * before a digit or another dash they become an underscore, so that `a-1` and `a1` stay apart.
 */
export function camelCase(text: string, reserved: ReadonlySet<string> = RESERVED_ACCESSORS): string {
  const joined = text.replace(/[-.]([a-z])/g, (_, letter: string) => letter.toUpperCase()).replace(/[-.]/g, '_');
  const name = /^[A-Za-z_]/.test(joined) ? joined : `_${joined}`;
  return reserved.has(name) ? `${name}_` : name;
}

/** The type name of a kind: as the API spells it, with a capital first letter (`postgresql` → `Postgresql`). */
export function kindTypeName(kind: string): string {
  const name = capitalize(kind).replaceAll('-', '_');
  return RESERVED_KINDS.has(name) ? `${name}_` : name;
}

/** `Widget` → `widget`, `IPPool` → `ipPool`, `CSINode` → `csiNode`: the start of a function's or constant's name. */
export function lowerCamel(typeName: string): string {
  return typeName.replace(/^(?:[A-Z](?![A-Z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]+)/, (head) => head.toLowerCase());
}

/** `spec` → `Spec`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * One segment of a nested type's name, from a property's name: `podTemplate` → `PodTemplate`, `dest-port` → `DestPort`.
 * Characters that no identifier has separate words; a name of nothing else is spelled in code points (`-` → `X2d`).
 */
export function pascalSegment(property: string): string {
  const known = segments.get(property);
  if (known !== undefined) return known;
  const segment = makeSegment(property);
  segments.set(property, segment);
  return segment;
}

/** The same few thousand names are asked for over and over: bench suite `generator`. */
const segments = new Map<string, string>();

function makeSegment(property: string): string {
  if (/^[a-z][A-Za-z0-9]*$/.test(property)) return capitalize(property);
  const words = property.split(/[^A-Za-z0-9]+/).filter(Boolean);
  if (words.length > 0) return words.map(capitalize).join('');
  return `X${Array.from(property, (character) => character.codePointAt(0)?.toString(16) ?? '').join('_')}`;
}

/** Whether a property may be written without quotes. ASCII alone, on purpose: a look-alike letter stays visible as an escape. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text);
}
