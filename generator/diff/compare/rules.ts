/** Whose code a change breaks: those who read objects, those who write them. */
export type Audience = 'readers' | 'writers';

/** What a kind of change means. */
export interface Rule {
  /** For people, in a list of changes. */
  readonly title: string;
  /** Empty: compatible. */
  readonly breaks: readonly Audience[];
  /** Why it is classed so. */
  readonly why: string;
  /** The same change seen from the other side. */
  readonly mirror: RuleName;
}

const READERS: readonly Audience[] = ['readers'];
const WRITERS: readonly Audience[] = ['writers'];
const BOTH: readonly Audience[] = ['readers', 'writers'];
const NEITHER: readonly Audience[] = [];

/** Every kind of change that a comparison can find. */
export type RuleName =
  | 'kind-added'
  | 'kind-removed'
  | 'version-added'
  | 'version-removed'
  | 'version-deprecated'
  | 'version-undeprecated'
  | 'scope-changed'
  | 'plural-changed'
  | 'names-changed'
  | 'status-subresource-added'
  | 'status-subresource-removed'
  | 'subresource-added'
  | 'subresource-removed'
  | 'selectable-field-added'
  | 'selectable-field-removed'
  | 'field-added'
  | 'required-field-added'
  | 'field-removed'
  | 'required-field-removed'
  | 'made-required'
  | 'made-optional'
  | 'presence-promised'
  | 'presence-lost'
  | 'field-deprecated'
  | 'field-undeprecated'
  | 'type-narrowed'
  | 'type-widened'
  | 'type-changed'
  | 'nullable-added'
  | 'nullable-removed'
  | 'enum-grown'
  | 'enum-cut'
  | 'open-enum-grown'
  | 'open-enum-cut'
  | 'unknown-fields-kept'
  | 'unknown-fields-pruned'
  | 'default-added'
  | 'default-removed'
  | 'default-changed'
  | 'format-added'
  | 'format-removed'
  | 'format-changed'
  | 'validation-tightened'
  | 'validation-loosened'
  | 'validation-changed'
  | 'list-keys-changed';

/**
 * The classification, all of it. The point of view is that of TypeScript code on the generated types: a reader gets
 * objects from a cache, a writer makes objects for the server. A change breaks someone if code that was right before may
 * no longer compile, may be refused by the server, or may meet a value that it was told could not be.
 *
 * | change | readers | writers |
 * |---|---|---|
 * | kind, version, field or value of an enum gone; scope, plural or type another | break | break |
 * | something that was always there may be absent or null; a type admits more; a closed enum grows | break | – |
 * | something may be left out no more; a type or validation admits less | – | break |
 * | something is new and optional, or only said to be deprecated | – | – |
 */
export const RULES: Readonly<Record<RuleName, Rule>> = {
  'kind-added': {
    title: 'kind added',
    breaks: NEITHER,
    why: 'nobody uses it yet',
    mirror: 'kind-removed',
  },
  'kind-removed': {
    title: 'kind removed',
    breaks: BOTH,
    why: 'the server answers 404, and the types are generated no more',
    mirror: 'kind-added',
  },
  'version-added': {
    title: 'version added',
    breaks: NEITHER,
    why: 'the versions there were still are',
    mirror: 'version-removed',
  },
  'version-removed': {
    title: 'version removed',
    breaks: BOTH,
    why: 'the server answers 404 for this version, and its types are generated no more',
    mirror: 'version-added',
  },
  'version-deprecated': {
    title: 'deprecated',
    breaks: NEITHER,
    why: 'it still works; plan to leave it',
    mirror: 'version-undeprecated',
  },
  'version-undeprecated': {
    title: 'deprecated no more',
    breaks: NEITHER,
    why: 'it worked and works',
    mirror: 'version-deprecated',
  },
  'scope-changed': {
    title: 'scope changed',
    breaks: BOTH,
    why: 'paths, keys, listers and metadata.namespace differ between the scopes',
    mirror: 'scope-changed',
  },
  'plural-changed': {
    title: 'plural changed',
    breaks: BOTH,
    why: 'the path on the server and the accessor in the factory are made of it',
    mirror: 'plural-changed',
  },
  'names-changed': {
    title: 'other names changed',
    breaks: NEITHER,
    why: 'short names, categories, singular and list kind are for kubectl; the generated code does not depend on them',
    mirror: 'names-changed',
  },
  'status-subresource-added': {
    title: 'status subresource added',
    breaks: WRITERS,
    why: 'writes to the object ignore its status from now on',
    mirror: 'status-subresource-removed',
  },
  'status-subresource-removed': {
    title: 'status subresource removed',
    breaks: WRITERS,
    why: 'writes to it are answered with 404',
    mirror: 'status-subresource-added',
  },
  'subresource-added': {
    title: 'subresource added',
    breaks: NEITHER,
    why: 'nobody uses it yet',
    mirror: 'subresource-removed',
  },
  'subresource-removed': {
    title: 'subresource removed',
    breaks: WRITERS,
    why: 'writes to it are answered with 404',
    mirror: 'subresource-added',
  },
  'selectable-field-added': {
    title: 'selectable field added',
    breaks: NEITHER,
    why: 'nobody selects by it yet',
    mirror: 'selectable-field-removed',
  },
  'selectable-field-removed': {
    title: 'selectable field removed',
    breaks: READERS,
    why: 'lists and watches with this field selector are refused, and its type has the field no more',
    mirror: 'selectable-field-added',
  },
  'field-added': {
    title: 'field added',
    breaks: NEITHER,
    why: 'it is optional',
    mirror: 'field-removed',
  },
  'required-field-added': {
    title: 'required field added',
    breaks: WRITERS,
    why: 'objects without it are refused and do not type-check',
    mirror: 'required-field-removed',
  },
  'field-removed': {
    title: 'field removed',
    breaks: BOTH,
    why: 'readers get nothing; what writers send is pruned or refused',
    mirror: 'field-added',
  },
  'required-field-removed': {
    title: 'required field removed',
    breaks: BOTH,
    why: 'readers get nothing; what writers send is pruned or refused',
    mirror: 'required-field-added',
  },
  'made-required': {
    title: 'made required',
    breaks: WRITERS,
    why: 'objects without it are refused and do not type-check; readers may go on to check for it',
    mirror: 'made-optional',
  },
  'made-optional': {
    title: 'made optional',
    breaks: READERS,
    why: 'code that relies on it may meet undefined',
    mirror: 'made-required',
  },
  'presence-promised': {
    title: 'always present',
    breaks: NEITHER,
    why: 'the server fills in the default, also for objects stored before',
    mirror: 'presence-lost',
  },
  'presence-lost': {
    title: 'present no more',
    breaks: READERS,
    why: 'without its default, code that relies on it may meet undefined',
    mirror: 'presence-promised',
  },
  'field-deprecated': {
    title: 'field deprecated',
    breaks: NEITHER,
    why: 'it still works; plan to leave it',
    mirror: 'field-undeprecated',
  },
  'field-undeprecated': {
    title: 'field deprecated no more',
    breaks: NEITHER,
    why: 'it worked and works',
    mirror: 'field-deprecated',
  },
  'type-narrowed': {
    title: 'type narrowed',
    breaks: WRITERS,
    why: 'values that were allowed are refused; whatever readers get, they were ready for',
    mirror: 'type-widened',
  },
  'type-widened': {
    title: 'type widened',
    breaks: READERS,
    why: 'readers may get values of a type that they did not expect',
    mirror: 'type-narrowed',
  },
  'type-changed': {
    title: 'type changed',
    breaks: BOTH,
    why: 'neither type holds all values of the other',
    mirror: 'type-changed',
  },
  'nullable-added': {
    title: 'made nullable',
    breaks: READERS,
    why: 'code that relies on a value may meet null',
    mirror: 'nullable-removed',
  },
  'nullable-removed': {
    title: 'nullable no more',
    breaks: WRITERS,
    why: 'null is refused',
    mirror: 'nullable-added',
  },
  'enum-grown': {
    title: 'enum grown',
    breaks: READERS,
    why: 'an exhaustive switch is exhaustive no more',
    mirror: 'enum-cut',
  },
  'enum-cut': {
    title: 'enum cut',
    breaks: BOTH,
    why: 'the value is refused, and comparisons with it do not type-check any more',
    mirror: 'enum-grown',
  },
  'open-enum-grown': {
    title: 'known values added',
    breaks: NEITHER,
    why: 'the type admits values that are not listed, so code has to expect them',
    mirror: 'open-enum-cut',
  },
  'open-enum-cut': {
    title: 'known values removed',
    breaks: WRITERS,
    why: 'the server knows the value no more, although the type admits it',
    mirror: 'open-enum-grown',
  },
  'unknown-fields-kept': {
    title: 'unlisted fields kept',
    breaks: NEITHER,
    why: 'the listed fields are as they were',
    mirror: 'unknown-fields-pruned',
  },
  'unknown-fields-pruned': {
    title: 'unlisted fields pruned',
    breaks: BOTH,
    why: 'the server drops what it kept, so readers find it no more',
    mirror: 'unknown-fields-kept',
  },
  'default-added': {
    title: 'default added',
    breaks: NEITHER,
    why: 'it was possible for others to set this value before',
    mirror: 'default-removed',
  },
  'default-removed': {
    title: 'default removed',
    breaks: WRITERS,
    why: 'who left the field out, and relied on the value, has to set it',
    mirror: 'default-added',
  },
  'default-changed': {
    title: 'default changed',
    breaks: WRITERS,
    why: 'who left the field out gets another value',
    mirror: 'default-changed',
  },
  'format-added': {
    title: 'format added',
    breaks: WRITERS,
    why: 'values without the format are refused',
    mirror: 'format-removed',
  },
  'format-removed': {
    title: 'format removed',
    breaks: READERS,
    why: 'readers that parse the value may meet another form',
    mirror: 'format-added',
  },
  'format-changed': {
    title: 'format changed',
    breaks: BOTH,
    why: 'values have another form',
    mirror: 'format-changed',
  },
  'validation-tightened': {
    title: 'validation tightened',
    breaks: WRITERS,
    why: 'values that were allowed are refused',
    mirror: 'validation-loosened',
  },
  'validation-loosened': {
    title: 'validation loosened',
    breaks: NEITHER,
    why: 'what was allowed is; the type never promised readers the limit',
    mirror: 'validation-tightened',
  },
  'validation-changed': {
    title: 'validation changed',
    breaks: WRITERS,
    why: 'values that were allowed may be refused',
    mirror: 'validation-changed',
  },
  'list-keys-changed': {
    title: 'list keys changed',
    breaks: WRITERS,
    why: 'entries are merged, and refused as duplicates, by other fields',
    mirror: 'list-keys-changed',
  },
};
