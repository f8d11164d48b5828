import { lineOf } from '../input/locate.js';
import { isOpenApi, readOpenApi } from '../input/openapi.js';
import type { OpenApiResource } from '../input/openapi.js';
import { repeatedKeyProblems, syntaxProblem } from '../input/parse-documents.js';
import type { ParsedSource } from '../input/parse-documents.js';
import { jsonPointer, SchemaError } from '../input/problem.js';
import type { Problem } from '../input/problem.js';
import { resourceKey, resourceTitle } from '../names/resource-keys.js';
import type { CollectOptions } from './collect-crds.js';
import type { DefinitionModel, ResourceModel, Skipped } from './model.js';
import { OpenApiModel } from './openapi-model.js';

/** Reads OpenAPI documents, all of them before any type is made: they refer to each other's schemas by name. */
export class OpenApiCollector {
  readonly problems: Problem[] = [];
  readonly skipped: Skipped[] = [];
  count = 0;
  readonly #options: CollectOptions;
  readonly #model: OpenApiModel;
  readonly #served = new Map<string, { readonly resource: OpenApiResource; readonly input: ParsedSource }>();

  constructor(collect: CollectOptions) {
    const { pool, options } = collect;
    this.#options = collect;
    this.#model = new OpenApiModel({
      pool,
      docs: options.docs,
      openEnums: options.enums === undefined ? undefined : options.enums === 'open',
    });
  }

  get definitions(): ReadonlyMap<string, DefinitionModel> {
    return this.#model.definitions;
  }

  /** Reads one source. Never throws for what is in it. */
  add(input: ParsedSource): void {
    const { source, documents, broken } = input;
    for (const part of broken) this.problems.push(syntaxProblem(source, part, this.#severity()));
    const readable = documents.filter(isOpenApi);
    if (readable.length === 0 && broken.length === 0) {
      const message = 'this is no OpenAPI document: it has neither `swagger` nor `openapi` at its top';
      this.problems.push({ severity: this.#severity(), message, location: { file: source.file } });
    }
    for (const [i, document] of documents.entries()) {
      if (isOpenApi(document)) this.problems.push(...repeatedKeyProblems(input, i));
    }
    for (const document of readable) this.#guarded(input, () => this.#document(document, input));
  }

  /** The resources of all documents that can be listed and watched. */
  finish(): ResourceModel[] {
    const resources: ResourceModel[] = [];
    for (const { resource, input } of this.#served.values()) {
      if (!this.#options.selected(resource) || !this.#isWatchable(resource)) continue;
      this.#guarded(input, () => {
        const built = this.#model.resource(resource, { file: input.source.file });
        if (built === undefined) {
          this.skipped.push({ name: resourceTitle(resource), reason: `has no schema of kind ${resource.kind}` });
        } else resources.push(built);
      });
    }
    return resources;
  }

  #severity(): Problem['severity'] {
    return this.#options.options.skipInvalid ? 'warning' : 'error';
  }

  #document(document: Parameters<typeof readOpenApi>[0], input: ParsedSource): void {
    this.count += 1;
    const { file } = input.source;
    const { schemas, schemasPath, resources } = readOpenApi(document);
    for (const name of this.#model.add(schemas, schemasPath, { file })) {
      const message = `${name} differs from the one in an earlier document, which is used`;
      const location = { file, pointer: jsonPointer([...schemasPath, name]) };
      this.problems.push({ severity: 'warning', message, location });
    }
    for (const resource of resources) {
      const key = resourceKey(resource);
      if (!this.#served.has(key)) this.#served.set(key, { resource, input });
    }
  }

  #isWatchable(resource: OpenApiResource): boolean {
    if (resource.canList && resource.canWatch) return true;
    this.skipped.push({
      name: resourceTitle(resource),
      reason: resource.canList ? 'cannot be watched' : 'cannot be listed',
    });
    return false;
  }

  #guarded({ source, text }: ParsedSource, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      const line = lineOf(text, 1, error.path);
      this.problems.push({
        severity: this.#severity(),
        message: error.message,
        location: { file: source.file, ...(line !== undefined && { line }), pointer: jsonPointer(error.path) },
      });
    }
  }
}
