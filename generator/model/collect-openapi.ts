import { lineOf } from '../input/locate.js';
import { isOpenApi, readOpenApi, type OpenApiResource } from '../input/openapi.js';
import { parseDocuments } from '../input/parse-documents.js';
import { jsonPointer, SchemaError, type Problem } from '../input/problem.js';
import type { Source } from '../input/sources.js';
import type { Skipped } from './build-model.js';
import { syntaxProblem, type CollectOptions } from './collect-crds.js';
import type { DefinitionModel, ResourceModel } from './model.js';
import { OpenApiModel } from './openapi-model.js';

/** Reads OpenAPI documents, all of them before any type is made: they refer to each other's schemas by name. */
export class OpenApiCollector {
  readonly problems: Problem[] = [];
  readonly skipped: Skipped[] = [];
  count = 0;
  readonly #options: CollectOptions;
  readonly #model: OpenApiModel;
  readonly #served = new Map<string, { readonly resource: OpenApiResource; readonly source: Source }>();

  constructor(options: CollectOptions) {
    const { pool, settings } = options;
    this.#options = options;
    this.#model = new OpenApiModel({
      pool,
      docs: settings.docs,
      openEnums: settings.enums === undefined ? undefined : settings.enums === 'open',
    });
  }

  get definitions(): ReadonlyMap<string, DefinitionModel> {
    return this.#model.definitions;
  }

  /** Reads one source. Never throws for what is in it. */
  add(source: Source): void {
    const severity = this.#options.settings.skipInvalid ? 'warning' : 'error';
    let documents: unknown[];
    try {
      documents = parseDocuments(source.bytes.toString('utf8'));
    } catch (error) {
      this.problems.push(syntaxProblem(source, error, severity));
      return;
    }
    const readable = documents.filter(isOpenApi);
    if (readable.length === 0) {
      const message = 'this is no OpenAPI document: it has neither `swagger` nor `openapi` at its top';
      this.problems.push({ severity, message, place: { file: source.file } });
    }
    for (const document of readable) this.#guarded(source, () => this.#document(document, source));
  }

  /** The resources of all documents that can be listed and watched. */
  finish(): ResourceModel[] {
    const resources: ResourceModel[] = [];
    for (const { resource, source } of this.#served.values()) {
      if (!this.#options.selected(resource) || !this.#isWatchable(resource)) continue;
      this.#guarded(source, () => {
        const built = this.#model.resource(resource, { file: source.file });
        if (built === undefined) {
          this.skipped.push({ name: nameOf(resource), reason: `has no schema of kind ${resource.kind}` });
        } else resources.push(built);
      });
    }
    return resources;
  }

  #document(document: Parameters<typeof readOpenApi>[0], source: Source): void {
    this.count += 1;
    const { schemas, schemasPath, resources } = readOpenApi(document);
    for (const name of this.#model.add(schemas, schemasPath, { file: source.file })) {
      const message = `${name} differs from the one in an earlier document, which is used`;
      this.problems.push({
        severity: 'warning',
        message,
        place: { file: source.file, pointer: jsonPointer([...schemasPath, name]) },
      });
    }
    for (const resource of resources) {
      const key = nameOf(resource);
      if (!this.#served.has(key)) this.#served.set(key, { resource, source });
    }
  }

  #isWatchable(resource: OpenApiResource): boolean {
    if (resource.canList && resource.canWatch) return true;
    this.skipped.push({ name: nameOf(resource), reason: resource.canList ? 'cannot be watched' : 'cannot be listed' });
    return false;
  }

  #guarded(source: Source, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      const line = lineOf(source.bytes.toString('utf8'), 1, error.path);
      this.problems.push({
        severity: this.#options.settings.skipInvalid ? 'warning' : 'error',
        message: error.message,
        place: { file: source.file, ...(line !== undefined && { line }), pointer: jsonPointer(error.path) },
      });
    }
  }
}

function nameOf({ group, version, plural }: OpenApiResource): string {
  return `${plural}${group === '' ? '' : `.${group}`}/${version}`;
}
