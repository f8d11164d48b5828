/** Words that JavaScript and TypeScript keep for themselves where a binding is declared, or where a type begins. */
const LANGUAGE_WORDS =
  'arguments as async await break case catch class const continue debugger default delete do else enum eval export extends ' +
  'false finally for from function get if implements import in infer Infinity instanceof interface keyof let NaN new null of package ' +
  'private protected public readonly return set static super switch this throw true try type typeof undefined unique var void ' +
  'while with yield';

/** Names that generated modules declare or import beside the accessors, and what every JavaScript object has. */
const MODULE_WORDS =
  'rt host client options list get forResource groupInformers versionInformers ' +
  'constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf then';

/** Members of the runtime's base factory, which a group accessor must not hide, and exports of the output's index. */
const FACTORY_MEMBERS =
  'client informerFor informers newInformer variant start stop shutdown waitForCacheSync findResource allInformers SharedInformerFactory ' +
  'observe ' +
  'name namespace status options signal clock onError connect dispose';

/**
 * Accessors that no version or plural can have; they get a trailing underscore. The list is fixed, so that whether a
 * name is changed never depends on what else is generated.
 */
export const RESERVED_ACCESSORS: ReadonlySet<string> = new Set(`${LANGUAGE_WORDS} ${MODULE_WORDS}`.split(' '));

/** The same for groups. */
export const RESERVED_GROUPS: ReadonlySet<string> = new Set([...RESERVED_ACCESSORS, ...FACTORY_MEMBERS.split(' ')]);

/** The interface of a version's accessor, with a property for each resource. */
export const VERSION_ACCESSOR = 'VersionInformers';

/** The interface of a group's accessor, with a property for each version. */
export const GROUP_ACCESSOR = 'GroupInformers';

/** The class over all groups. */
export const FACTORY_CLASS = 'SharedInformerFactory';

/** Type names that a kind cannot have, because the version's index declares them. They get a trailing underscore. */
export const RESERVED_KINDS: ReadonlySet<string> = new Set([VERSION_ACCESSOR, GROUP_ACCESSOR]);

/**
 * What follows the kind in names that a resource module declares (`WidgetInformer`). A nested type with such a name
 * (`Widget` with a property `informer`) gets a trailing underscore.
 */
export const RESOURCE_TYPE_SUFFIXES: readonly string[] = [
  'Informer',
  'Lister',
  'NamespaceLister',
  'ListerExpansion',
  'NamespaceListerExpansion',
  'HandlerFuncs',
  'DetailedHandlerFuncs',
  'FilteringHandler',
  'Indexers',
  'SelectableField',
  'Views',
  'Client',
];

/**
 * What follows a type's name in the names of its write views (`WidgetSpecApply`). A nested type whose path is spelled with
 * such an end (`Widget` with a property `input`) gets an underscore before its last property.
 */
export const WRITE_SUFFIXES: readonly string[] = ['Input', 'Apply', 'ApplyStatus'];
