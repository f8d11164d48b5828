import { own } from '../names/accessors.js';
import { capitalize } from '../names/identifiers.js';
import { shortHash } from '../names/short-hash.js';
import { groupFolder, groupOfFolder, SHARED_FOLDER } from './folders.js';

/** The module that declares a named definition of an OpenAPI document, and the name that it has there. */
export interface DefinitionModule {
  /** Relative to the output folder. */
  readonly path: string;
  readonly name: string;
}

/** Packages of Kubernetes whose group is not `<package>.k8s.io`. */
const GROUP_OF_PACKAGE: Readonly<Record<string, string>> = {
  core: '',
  apps: 'apps',
  autoscaling: 'autoscaling',
  batch: 'batch',
  extensions: 'extensions',
  policy: 'policy',
  rbac: 'rbac.authorization.k8s.io',
  flowcontrol: 'flowcontrol.apiserver.k8s.io',
  apiserverinternal: 'internal.apiserver.k8s.io',
};

const PACKAGE_OF_GROUP: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUP_OF_PACKAGE).map(([source, group]) => [group, source]),
);

/** Packages that are not below `io.k8s.api`. */
const OWNER_OF_PACKAGE: Readonly<Record<string, string>> = {
  apiextensions: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions',
  apiregistration: 'io.k8s.kube-aggregator.pkg.apis.apiregistration',
};

/** The file of definitions whose names have no package. */
const NO_PACKAGE = 'definitions';

/** Names that need no change to be a type's in a file: two that differ stay different. */
const PLAIN_NAME = /^[A-Z][A-Za-z0-9]*$/;
const PLAIN_OWNER = /^(?!definitions$|.*\.\.)(?:[a-z0-9][a-z0-9.-]*)?$/;

/**
 * The module of a definition, from its name alone: `io.k8s.api.core.v1.PodSpec` is `PodSpec` in `core/v1/types.ts`;
 * packages that are no API group of Kubernetes get a file in `shared/`. A name that has to be changed to be an
 * identifier gets a hash, for another may become the same (`a-b`, `a_b`).
 */
export function definitionModule(definition: string): DefinitionModule {
  const dot = definition.lastIndexOf('.');
  const owner = definition.slice(0, Math.max(dot, 0));
  const name = typeNameOf(definition.slice(dot + 1), owner, definition);
  const match = /^io\.k8s\.(?:api|[a-z-]+\.pkg\.apis)\.([a-z]+)\.(v[0-9][a-z0-9]*)$/.exec(owner);
  const [, source = '', version = ''] = match ?? [];
  if (match === null || source === 'meta') {
    const file = owner.toLowerCase().replace(/[^a-z0-9.-]+|\.{2,}|^\./g, '_');
    return { path: `${SHARED_FOLDER}/${file === '' ? NO_PACKAGE : file}.ts`, name };
  }
  const group = own(GROUP_OF_PACKAGE, source) ?? `${source}.k8s.io`;
  return { path: `${groupFolder(group)}/${version}/types.ts`, name };
}

/**
 * The definition that a module declares under a name, the inverse of {@link definitionModule} as far as there is one: for
 * definitions of Kubernetes itself and of packages in lower case it returns the name. Several packages of Kubernetes
 * may have one group, and a name that was changed is not in the output; for those it returns a name that is the same for
 * every output.
 */
export function definitionAt({ path, name }: DefinitionModule): string {
  const [folder = '', version = ''] = path.replace(/\.ts$/, '').split('/');
  if (folder === SHARED_FOLDER) return version === NO_PACKAGE ? name : `${version}.${name}`;
  const group = groupOfFolder(folder);
  const source = PACKAGE_OF_GROUP.get(group) ?? group.replace(/\.k8s\.io$/, '');
  return `${own(OWNER_OF_PACKAGE, source) ?? `io.k8s.api.${source}`}.${version}.${name}`;
}

function typeNameOf(text: string, owner: string, definition: string): string {
  // A name that only begins with a dot has no owner either, and is another one.
  const whole = owner === '' ? text : `${owner}.${text}`;
  if (whole === definition && PLAIN_NAME.test(text) && PLAIN_OWNER.test(owner)) return text;
  const name = capitalize(text.replace(/[^A-Za-z0-9]/g, '_')).replace(/^(?=[0-9])/, '_');
  return `${name}_${shortHash(definition)}`;
}
