import { createHash } from 'node:crypto';
import { capitalize } from '../names/identifiers.js';
import { groupFolder } from '../names/accessors.js';

/** Where a named definition of an OpenAPI document is declared. */
export interface DefinitionModule {
  /** The module, relative to the output folder. */
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

/** Names that need no change to be a type's in a file: two that differ stay different. */
const PLAIN_NAME = /^[A-Z][A-Za-z0-9]*$/;
const PLAIN_OWNER = /^(?!definitions$|.*\.\.)(?:[a-z0-9][a-z0-9.-]*)?$/;

/**
 * The home of a definition, from its name alone: `io.k8s.api.core.v1.PodSpec` is `PodSpec` in `core/v1/types.ts`;
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
    return { path: `shared/${file === '' ? 'definitions' : file}.ts`, name };
  }
  const group = Object.hasOwn(GROUP_OF_PACKAGE, source) ? GROUP_OF_PACKAGE[source] : undefined;
  return { path: `${groupFolder(group ?? `${source}.k8s.io`)}/${version}/types.ts`, name };
}

function typeNameOf(text: string, owner: string, definition: string): string {
  // A name that only begins with a dot has no owner either, and is another one.
  const whole = owner === '' ? text : `${owner}.${text}`;
  if (whole === definition && PLAIN_NAME.test(text) && PLAIN_OWNER.test(owner)) return text;
  const name = capitalize(text.replace(/[^A-Za-z0-9]/g, '_')).replace(/^(?=[0-9])/, '_');
  return `${name}_${createHash('sha256').update(definition).digest('hex').slice(0, 8)}`;
}
