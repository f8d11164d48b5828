import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import type { Settings } from '../../config/settings.js';
import type { ResourceModel, RootType } from '../../model/model.js';
import { selection } from '../../model/selection.js';
import { groupFolder, resourceFile } from '../../names/accessors.js';
import type { ManifestResource } from '../../output/manifest.js';
import type { FoundInput } from './inputs.js';
import { isOwnModule, moduleFile, OutputTypes } from './output-types.js';
import type { Side } from './side.js';

/**
 * A side whose inputs are not at hand: the generated code is read back. It knows types, scope, names and subresources,
 * but no schemas, and so no defaults, formats, limits and pointers.
 */
export function readOutput(name: string, found: FoundInput & { type: 'output' }, settings: Settings): Side {
  const types = new OutputTypes(found.folder);
  const selected = selection(settings.include, settings.exclude);
  const lost: string[] = [];
  const resources = found.manifest.resources.filter(selected).flatMap((entry): ResourceModel[] => {
    const resource = readResource(found.folder, entry, types);
    if (resource === undefined) lost.push(`${entry.plural}.${entry.group}/${entry.version}`);
    return resource === undefined ? [] : [resource];
  });
  const note = `${name}: the generated code of ${lost.join(', ')} is not as it was written and is not compared`;
  return {
    name,
    model: { resources, definitions: types.definitions },
    problems: [],
    skipped: [],
    notes: lost.length > 0 ? [...found.notes, note] : found.notes,
    files: Object.keys(found.manifest.files).length,
    documents: {
      schemaOf: () => undefined,
      definition: () => undefined,
      placeOf: (resource) => ({ file: resource.source.file, pointer: '' }),
    },
  };
}

function readResource(folder: string, entry: ManifestResource, types: OutputTypes): ResourceModel | undefined {
  const file = `${groupFolder(entry.group)}/${entry.version}/${resourceFile(entry.plural)}.ts`;
  const facts = readFacts(folder, file);
  if (facts === undefined) return undefined;
  const type = rootType(facts.typesFile, facts.typeName, types);
  if (type === undefined) return undefined;
  return {
    group: entry.group,
    version: entry.version,
    kind: entry.kind,
    plural: entry.plural,
    namespaced: facts.spec.get('namespaced') === true,
    ...optional('singular', facts.spec.get('singular')),
    ...optional('listKind', facts.spec.get('listKind')),
    shortNames: texts(facts.spec.get('shortNames')),
    categories: texts(facts.spec.get('categories')),
    subresources: texts(facts.spec.get('subresources')),
    selectableFields: texts(facts.spec.get('selectableFields')),
    deprecated: entry.deprecated,
    doc: '',
    type,
    source: { file: path.posix.join(path.basename(folder), facts.typesFile) },
  };
}

function rootType(file: string, name: string, types: OutputTypes): RootType | undefined {
  if (!isOwnModule(file)) return { type: 'definition', name: types.define(file, name) };
  const shape = types.shape(file, name);
  return shape === undefined ? undefined : { type: 'tree', shape };
}

function optional<K extends string>(key: K, value: unknown): { [P in K]?: string } {
  return (typeof value === 'string' ? { [key]: value } : {}) as { [P in K]?: string };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

interface ResourceFacts {
  readonly typesFile: string;
  readonly typeName: string;
  readonly spec: ReadonlyMap<string, unknown>;
}

/** What a resource's module says: where its type is, and what is in its Resource constant. */
function readFacts(folder: string, file: string): ResourceFacts | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(folder, file), 'utf8');
  } catch {
    return undefined;
  }
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, false);
  let from: Pick<ResourceFacts, 'typesFile' | 'typeName'> | undefined;
  let spec: ReadonlyMap<string, unknown> | undefined;
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) from ??= importedType(file, statement);
    else if (ts.isVariableStatement(statement)) spec ??= resourceSpec(statement);
  }
  return from === undefined || spec === undefined ? undefined : { ...from, spec };
}

function importedType(
  file: string,
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
): Pick<ResourceFacts, 'typesFile' | 'typeName'> | undefined {
  const bindings = importClause?.namedBindings;
  const specifier = (moduleSpecifier as ts.StringLiteral).text;
  if (bindings === undefined || !ts.isNamedImports(bindings) || !specifier.startsWith('.')) return undefined;
  const [element] = bindings.elements;
  if (element === undefined) return undefined;
  return { typesFile: moduleFile(file, specifier), typeName: element.name.text };
}

function resourceSpec(statement: ts.VariableStatement): ReadonlyMap<string, unknown> | undefined {
  const call = statement.declarationList.declarations[0]?.initializer;
  const literal = call !== undefined && ts.isCallExpression(call) ? call.arguments[0] : undefined;
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined;
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
  return node.kind === ts.SyntaxKind.TrueKeyword;
}
