/** Returns a field that the object itself has: what it inherits, such as `constructor`, is not one. */
export function ownValue(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as { readonly [name: string]: unknown })[name] : undefined;
}
