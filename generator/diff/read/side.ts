import type { JsonPath } from '../../input/json.js';
import { isOpenApi } from '../../input/openapi.js';
import { crdsIn } from '../../input/crd.js';
import { parseSource } from '../../input/parse-documents.js';
import type { ParsedSource } from '../../input/parse-documents.js';
import type { Problem } from '../../input/problem.js';
import type { Source } from '../../input/sources.js';
import { buildModel } from '../../model/build-model.js';
import type { Model, ResourceModel, Skipped } from '../../model/model.js';
import { isBuiltIn } from '../../model/openapi-model.js';
import type { ModelOptions } from '../../model/options.js';
import { ParsedDocuments } from './documents.js';
import type { RawSchema, SchemaLocation } from './raw-schemas.js';

/** One of the two inputs: the generator's model of it, and the documents that it was made of. */
export interface Side {
  /** As the user named it. */
  readonly name: string;
  readonly model: Model;
  readonly problems: readonly Problem[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
  /** Whether it is all that an API server serves, rather than what somebody chose. */
  readonly isLive: boolean;
  readonly files: number;
  readonly documents: Documents;
}

/** Finds what a model does not hold: schemas as written, and their locations. */
export interface Documents {
  /** The schema of a resource's objects. */
  schemaOf(resource: ResourceModel): RawSchema | undefined;
  /** The schema of a named definition. */
  definition(name: string): RawSchema | undefined;
  /** Where a resource's version, or a fact of its CRD such as `names/plural`, is. */
  locationOf(resource: ResourceModel, inside?: JsonPath): SchemaLocation;
}

/** Sources as they were found, with remarks for the report. */
export interface FoundSources {
  readonly sources: readonly Source[];
  readonly notes: readonly string[];
  /** Whether an API server was asked. */
  readonly isLive: boolean;
}

/** Parses sources, each once, and makes the model of them. */
export function buildSide(name: string, { sources, notes, isLive }: FoundSources, options: ModelOptions): Side {
  const parsed = sources.map(parseByContent).filter((input) => isInput(input, sources.length));
  const inputs = parsed.map((input) => ({ form: input.source.form, parse: () => input }));
  const { model, problems, skipped } = buildModel(inputs, options);
  const documents = new ParsedDocuments(parsed);
  return { name, model, problems, skipped, notes, isLive, files: parsed.length, documents };
}

/**
 * A live API server has the built-in kinds whether or not anybody asks for them. Beside a side that has none of them they
 * are left out, and the report says so: each would be a kind that was added or removed.
 */
export function withoutUnasked(side: Side, other: Side): Side {
  const own = side.model.resources.filter((resource) => !isBuiltInResource(resource));
  const unasked = side.model.resources.length - own.length;
  if (!side.isLive || unasked === 0 || other.model.resources.some(isBuiltInResource)) return side;
  const note = `${side.name}: its ${unasked} built-in kinds are left out, for ${other.name} has custom ones alone`;
  return { ...side, model: { ...side.model, resources: own }, notes: [...side.notes, note] };
}

/** Whether a resource is one of Kubernetes' own. */
export function isBuiltInResource({ type }: ResourceModel): boolean {
  return type.type === 'definition' && isBuiltIn(type.name);
}

/** Whether a source holds CRDs or OpenAPI is seen from its content, not asked for. */
function parseByContent(source: Source): ParsedSource {
  const parsed = parseSource(source);
  return { ...parsed, source: { ...source, form: parsed.documents.some(isOpenApi) ? 'openapi' : 'crd' } };
}

/** A broken file in a folder is reported; a JSON file that is something else altogether is passed over. */
function isInput({ source, documents, broken }: ParsedSource, among: number): boolean {
  if (among === 1 || broken.length > 0 || source.form === 'openapi') return true;
  return documents.some((document) => crdsIn(document).length > 0);
}
