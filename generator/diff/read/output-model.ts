import { ts } from 'ts-morph';
import { resourcePath } from '../../layout/paths.js';
import type { Model, ResourceEntry, ResourceModel } from '../../model/model.js';
import { isResourceType, RESOURCE_TYPE } from '../../names/exports.js';
import { OutputModules, UnreadableOutput } from './output-modules.js';
import type { OutputModule } from './output-modules.js';
import { OutputTypes } from './output-types.js';

/** What generated code says of the API that it was made of. */
export interface OutputModel {
  readonly model: Model;
  /** Resources whose code cannot be read back, and why. */
  readonly unreadable: readonly UnreadableResource[];
}

/** A resource whose code cannot be read back. */
export interface UnreadableResource {
  readonly resource: ResourceEntry;
  /** Relative to the output folder. */
  readonly file: string;
  readonly reason: string;
}

/**
 * Reads generated code back into the model that it was made of. For every layout and option, what comes back is the
 * model, as far as the output says it:
 *
 * - of a resource: its names (group, version, kind, plural, singular, list kind, short names, categories), its scope, its
 *   subresources, selectable fields and status traits, the type of its objects. Whether and why it is deprecated is in the manifest,
 *   from which `resources` come.
 * - of a type: everything but documentation, and so no defaults, formats and limits. Unions and enums come back with their
 *   members, not with their nesting. Whether a CRD spelled out a type of the runtime or of an OpenAPI document, or a
 *   document named it, is not in the output: the name comes back.
 * - of a type that `kubernetesTypes` imports: its structure, by which it can be compared, not its fields.
 * - of a definition: the name that `definitionAt` gives to its module and type.
 *   An object that a definition spells out comes back as a definition too, with the name of its path: the two look the
 *   same in the output.
 * - nothing of the options that only change how the output looks (import extension, banner, docs) or what is left out of
 *   it (`include`, `versions`). Whether enums are open is in the types.
 *
 * What is not as the generator writes it is reported, and never guessed: a resource is in the model or in `unreadable`.
 */
export function readOutputModel(
  resources: readonly ResourceEntry[],
  read: (file: string) => string | undefined,
): OutputModel {
  const modules = new OutputModules(read);
  const types = new OutputTypes(modules);
  const found: ResourceModel[] = [];
  const unreadable: UnreadableResource[] = [];
  for (const resource of resources) {
    try {
      found.push(readResource(resource, modules, types));
    } catch (error) {
      if (!(error instanceof UnreadableOutput)) throw error;
      unreadable.push({ resource, file: error.file, reason: error.message });
    }
  }
  return { model: { resources: found, definitions: types.definitions }, unreadable };
}

function readResource(entry: ResourceEntry, modules: OutputModules, types: OutputTypes): ResourceModel {
  const module = modules.module(resourcePath(entry));
  const { typeName, facts } = readConstant(module);
  for (const key of ['group', 'version', 'kind', 'plural'] as const) {
    if (facts.get(key) === entry[key]) continue;
    throw new UnreadableOutput(module.path, `its ${key} is not ${JSON.stringify(entry[key])}, as the manifest says`);
  }
  const namespaced = facts.get('namespaced');
  if (typeof namespaced !== 'boolean') throw new UnreadableOutput(module.path, 'it does not say its scope');
  const typesFile = module.names.get(typeName) ?? module.path;
  return {
    group: entry.group,
    version: entry.version,
    kind: entry.kind,
    plural: entry.plural,
    namespaced,
    ...optional('singular', facts.get('singular')),
    ...optional('listKind', facts.get('listKind')),
    shortNames: texts(facts.get('shortNames')),
    categories: texts(facts.get('categories')),
    subresources: texts(facts.get('subresources')),
    selectableFields: texts(facts.get('selectableFields')),
    statusTraits: texts(facts.get('statusTraits')),
    conditionFields: texts(facts.get('conditionFields')),
    deprecated: entry.deprecated,
    doc: '',
    type: types.root(typesFile, typeName),
    source: { file: typesFile },
  };
}

interface ResourceConstant {
  /** Of its objects. */
  readonly typeName: string;
  readonly facts: ReadonlyMap<string, unknown>;
}

/**
 * `export const widgetResource: rt.WholeResource<Widget> = rt.defineResource<Widget>({ … })`. In JavaScript, type and value are two
 * statements.
 */
function readConstant({ path, statements }: OutputModule): ResourceConstant {
  const constants = statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? statement.declarationList.declarations : [],
  );
  for (const { name, type } of constants) {
    const typeName = objectTypeOf(type);
    if (typeName === undefined || !ts.isIdentifier(name)) continue;
    const calls = constants
      .filter((other) => ts.isIdentifier(other.name) && other.name.text === name.text)
      .flatMap(({ initializer }) => (initializer !== undefined && ts.isCallExpression(initializer) ? initializer : []));
    const literal = calls[0]?.arguments[0];
    if (literal !== undefined && ts.isObjectLiteralExpression(literal)) return { typeName, facts: factsIn(literal) };
  }
  throw new UnreadableOutput(path, `it has no constant of type ${RESOURCE_TYPE}`);
}

/** `Widget` of `rt.WholeResource<Widget, …>`. */
function objectTypeOf(type: ts.TypeNode | undefined): string | undefined {
  if (type === undefined || !ts.isTypeReferenceNode(type) || !ts.isQualifiedName(type.typeName)) return undefined;
  const [object] = isResourceType(type.typeName.right.text) ? (type.typeArguments ?? []) : [];
  const isNamed = object !== undefined && ts.isTypeReferenceNode(object) && ts.isIdentifier(object.typeName);
  return isNamed ? object.typeName.text : undefined;
}

function factsIn(literal: ts.ObjectLiteralExpression): ReadonlyMap<string, unknown> {
  return new Map(
    literal.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) && ts.isIdentifier(property.name)
        ? [[property.name.text, valueOf(property.initializer)] as const]
        : [],
    ),
  );
}

function valueOf(node: ts.Expression): unknown {
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(valueOf);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  return node.kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}

function optional<K extends string>(key: K, value: unknown): { [P in K]?: string } {
  return (typeof value === 'string' ? { [key]: value } : {}) as { [P in K]?: string };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
