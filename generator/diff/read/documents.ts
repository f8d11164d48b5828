import { crdsIn, readCrd } from '../../input/crd.js';
import type { CrdDefinition } from '../../input/crd.js';
import { isObject, member } from '../../input/json.js';
import type { JsonObject, JsonPath } from '../../input/json.js';
import { isOpenApi, kindsOf, readOpenApi } from '../../input/openapi.js';
import type { ParsedSource } from '../../input/parse-documents.js';
import { jsonPointer, SchemaError } from '../../input/problem.js';
import type { ResourceModel } from '../../model/model.js';
import { kindKey } from '../../names/resource-keys.js';
import { RawSchema } from './raw-schemas.js';
import type { SchemaLocation } from './raw-schemas.js';

interface LocatedCrd {
  readonly crd: CrdDefinition;
  readonly content: JsonObject;
  readonly path: JsonPath;
}

/** Finds schemas and their locations in the documents that a model was made of. */
export class ParsedDocuments {
  readonly #definitions = new Map<string, RawSchema>();
  readonly #byKind = new Map<string, string>();
  /** By file, document and pointer, as a resource's `source` has them. */
  readonly #crds = new Map<string, LocatedCrd>();

  constructor(parsed: readonly ParsedSource[]) {
    for (const { source, documents } of parsed) {
      documents.forEach((content, i) => {
        const document = documents.length > 1 ? i + 1 : undefined;
        if (source.form === 'openapi') ignoringBroken(() => this.#addOpenApi(source.file, document, content));
        else this.#addCrds(source.file, document, content);
      });
    }
  }

  /** The schema of a resource's objects. */
  schemaOf(resource: ResourceModel): RawSchema | undefined {
    const found = this.#crd(resource);
    if (found !== undefined) {
      const version = found.crd.versions.find(({ name }) => name === resource.version);
      if (version?.schema === undefined) return undefined;
      const { file, document } = resource.source;
      return new RawSchema(version.schema, { file, document }, [...found.path, ...version.schemaPath]);
    }
    if (resource.type.type === 'definition') return this.definition(resource.type.name);
    return this.definition(this.#byKind.get(kindKey(resource)) ?? '');
  }

  /** The schema of a named definition. */
  definition(name: string): RawSchema | undefined {
    return this.#definitions.get(name) ?? this.#definitions.get(name.replace(/\.Embedded([^.]*)$/, '.$1'));
  }

  /** Where a resource's version, or a fact of its CRD such as `names/plural`, is. */
  locationOf(resource: ResourceModel, inside: JsonPath = []): SchemaLocation {
    const found = this.#crd(resource);
    if (found === undefined) return this.schemaOf(resource)?.location ?? { file: resource.source.file, pointer: '' };
    const index = found.crd.versions.findIndex(({ name }) => name === resource.version);
    const single = found.crd.versions[index]?.schemaPath[1] === 'validation' && found.crd.versions.length === 1;
    const version = single ? ['spec'] : ['spec', 'versions', index];
    const path = inside.length > 0 ? nearest(found.content, ['spec', ...inside]) : version;
    const { file, document } = resource.source;
    return { file, ...(document !== undefined && { document }), pointer: jsonPointer([...found.path, ...path]) };
  }

  #crd({ source }: ResourceModel): LocatedCrd | undefined {
    return this.#crds.get(keyOf(source.file, source.document, source.pointer ?? ''));
  }

  #addOpenApi(file: string, document: number | undefined, content: unknown): void {
    if (!isOpenApi(content)) return;
    const { schemas, schemasPath } = readOpenApi(content);
    for (const name of Object.keys(schemas)) {
      const schema = schemas[name];
      if (!isObject(schema) || this.#definitions.has(name)) continue;
      this.#definitions.set(name, new RawSchema(schema, { file, document }, [...schemasPath, name]));
      for (const kind of kindsOf(schema)) if (!this.#byKind.has(kind)) this.#byKind.set(kind, name);
    }
  }

  #addCrds(file: string, document: number | undefined, content: unknown): void {
    for (const { crd, path } of crdsIn(content)) {
      ignoringBroken(() => {
        this.#crds.set(keyOf(file, document, jsonPointer(path)), { crd: readCrd(crd), content: crd, path });
      });
    }
  }
}

/** As much of a path as the document has. */
function nearest(content: JsonObject, path: JsonPath): JsonPath {
  let value: unknown = content;
  for (const [i, segment] of path.entries()) {
    value = isObject(value) ? member(value, String(segment)) : undefined;
    if (value === undefined) return path.slice(0, i);
  }
  return path;
}

function keyOf(file: string, document: number | undefined, pointer: string): string {
  return `${file}\n${document ?? ''}\n${pointer}`;
}

/** What is wrong with a document is among the model's problems already. */
function ignoringBroken(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
  }
}
