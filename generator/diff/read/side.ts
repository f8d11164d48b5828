import { isCrd, readCrd, type CrdDefinition } from '../../input/crd.js';
import { isObject, listAt, member, type JsonObject, type JsonPath } from '../../input/json.js';
import { isOpenApi, readOpenApi } from '../../input/openapi.js';
import { parseDocuments } from '../../input/parse-documents.js';
import { jsonPointer, SchemaError, type Problem } from '../../input/problem.js';
import type { Source } from '../../input/sources.js';
import type { Settings } from '../../config/settings.js';
import { buildModel, type Skipped } from '../../model/build-model.js';
import type { Model, ResourceModel } from '../../model/model.js';
import type { ChangePlace } from '../compare/change.js';
import { RawSchema } from './raw-schemas.js';

/** One of the two inputs: the generator's model of it, and the documents that it was made of. */
export interface Side {
  /** As the user named it. */
  readonly name: string;
  readonly model: Model;
  readonly problems: readonly Problem[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
  readonly files: number;
  readonly documents: Documents;
}

/** Finds what a model does not hold: schemas as written, and places. */
export interface Documents {
  /** The schema of a resource's objects. */
  schemaOf(resource: ResourceModel): RawSchema | undefined;
  /** The schema of a named definition. */
  definition(name: string): RawSchema | undefined;
  /** Where a resource's version, or a fact of its CRD such as `names/plural`, stands. */
  placeOf(resource: ResourceModel, inside?: JsonPath): ChangePlace;
}

/** A source with its content: whether it holds CRDs or OpenAPI is seen from that, not asked for. */
interface ParsedSource {
  readonly source: Source;
  readonly documents: readonly unknown[];
}

/** Parses sources and makes the model of them. */
export function buildSide(
  name: string,
  { sources, notes }: { readonly sources: readonly Source[]; readonly notes: readonly string[] },
  settings: Settings,
): Side {
  const parsed = sources.map(parse).filter(({ source, documents }) => isInput(source, documents, sources.length));
  const { model, problems, skipped } = buildModel(
    parsed.map(({ source }) => source),
    settings,
  );
  return { name, model, problems, skipped, notes, files: parsed.length, documents: new ParsedDocuments(parsed) };
}

function parse(source: Source): ParsedSource {
  let documents: unknown[];
  try {
    documents = parseDocuments(source.bytes.toString('utf8'));
  } catch {
    // The model reads it again and reports what is wrong with it.
    return { source: { ...source, form: 'crd' }, documents: [] };
  }
  return { source: { ...source, form: documents.some(isOpenApi) ? 'openapi' : 'crd' }, documents };
}

/** A broken file in a folder is reported; a JSON file that is something else altogether is passed over. */
function isInput(source: Source, documents: readonly unknown[], among: number): boolean {
  return among === 1 || documents.length === 0 || source.form === 'openapi' || documents.some(holdsCrd);
}

function holdsCrd(document: unknown): boolean {
  if (isCrd(document)) return true;
  const items = isObject(document) ? member(document, 'items') : undefined;
  return Array.isArray(items) && items.some(holdsCrd);
}

interface FoundCrd {
  readonly crd: CrdDefinition;
  readonly content: JsonObject;
  readonly path: JsonPath;
}

class ParsedDocuments implements Documents {
  readonly #definitions = new Map<string, RawSchema>();
  readonly #byKind = new Map<string, string>();
  /** By file, document and pointer, as a resource's `source` has them. */
  readonly #crds = new Map<string, FoundCrd>();

  constructor(parsed: readonly ParsedSource[]) {
    for (const { source, documents } of parsed) {
      documents.forEach((content, i) => {
        const document = documents.length > 1 ? i + 1 : undefined;
        if (source.form === 'openapi') this.#addOpenApi(source.file, document, content);
        else this.#addCrds(source.file, document, content, []);
      });
    }
  }

  schemaOf(resource: ResourceModel): RawSchema | undefined {
    const found = this.#crd(resource);
    if (found !== undefined) {
      const version = found.crd.versions.find(({ name }) => name === resource.version);
      if (version?.schema === undefined) return undefined;
      return new RawSchema(version.schema, place(resource), [...found.path, ...version.schemaPath]);
    }
    if (resource.type.type === 'definition') return this.definition(resource.type.name);
    return this.definition(this.#byKind.get(`${resource.group}/${resource.version}/${resource.kind}`) ?? '');
  }

  definition(name: string): RawSchema | undefined {
    return this.#definitions.get(name) ?? this.#definitions.get(name.replace(/\.Embedded([^.]*)$/, '.$1'));
  }

  placeOf(resource: ResourceModel, inside: JsonPath = []): ChangePlace {
    const found = this.#crd(resource);
    if (found === undefined) return this.schemaOf(resource)?.place ?? { file: resource.source.file, pointer: '' };
    const index = found.crd.versions.findIndex(({ name }) => name === resource.version);
    const single = found.crd.versions[index]?.schemaPath[1] === 'validation' && found.crd.versions.length === 1;
    const version = single ? ['spec'] : ['spec', 'versions', index];
    const path = inside.length > 0 ? nearest(found.content, ['spec', ...inside]) : version;
    const { document } = resource.source;
    return {
      file: resource.source.file,
      ...(document !== undefined && { document }),
      pointer: jsonPointer([...found.path, ...path]),
    };
  }

  #crd({ source }: ResourceModel): FoundCrd | undefined {
    return this.#crds.get(keyOf(source.file, source.document, source.pointer ?? ''));
  }

  #addOpenApi(file: string, document: number | undefined, content: unknown): void {
    if (!isOpenApi(content)) return;
    const read = guarded(() => readOpenApi(content));
    if (read === undefined) return;
    const { schemas, schemasPath } = read;
    for (const name of Object.keys(schemas)) {
      const schema = schemas[name];
      if (!isObject(schema) || this.#definitions.has(name)) continue;
      this.#definitions.set(name, new RawSchema(schema, { file, document }, [...schemasPath, name]));
      for (const kind of kindsOf(schema)) if (!this.#byKind.has(kind)) this.#byKind.set(kind, name);
    }
  }

  #addCrds(file: string, document: number | undefined, content: unknown, path: JsonPath): void {
    if (isCrd(content)) {
      const crd = guarded(() => readCrd(content));
      if (crd !== undefined) this.#crds.set(keyOf(file, document, jsonPointer(path)), { crd, content, path });
      return;
    }
    const items = isObject(content) ? member(content, 'items') : undefined;
    if (!Array.isArray(items)) return;
    items.forEach((item: unknown, i) => this.#addCrds(file, document, item, [...path, 'items', i]));
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

function place({ source }: ResourceModel): { file: string; document: number | undefined } {
  return { file: source.file, document: source.document };
}

function kindsOf(schema: JsonObject): string[] {
  const listed = member(schema, 'x-kubernetes-group-version-kind');
  if (!Array.isArray(listed)) return [];
  return listAt(schema, 'x-kubernetes-group-version-kind', []).flatMap((kind) =>
    isObject(kind)
      ? [`${String(member(kind, 'group'))}/${String(member(kind, 'version'))}/${String(member(kind, 'kind'))}`]
      : [],
  );
}

/** What is wrong with a document is in the model's problems already. */
function guarded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}
