import { parseSource } from '../input/parse-documents.js';
import type { ParsedSource } from '../input/parse-documents.js';
import type { Problem } from '../input/problem.js';
import type { Source } from '../input/sources.js';
import { RepeatedBlocks } from '../input/yaml/repeated-blocks.js';
import { resourceKey } from '../names/resource-keys.js';
import { CrdCollector } from './collect-crds.js';
import { OpenApiCollector } from './collect-openapi.js';
import { dropCollisions } from './collisions.js';
import { knownShapes } from './known-shapes.js';
import type { KnownShapes } from './known-shapes.js';
import type { Model, Shape, Skipped } from './model.js';
import type { ModelOptions } from './options.js';
import { selection } from './selection.js';
import { ShapePool } from './shape-pool.js';
import { definitionsIn, reachableDefinitions, rootNode } from './walk.js';

/** What reading the inputs gave. */
export interface BuiltModel {
  readonly model: Model;
  readonly known: KnownShapes;
  readonly problems: readonly Problem[];
  readonly skipped: readonly Skipped[];
  /** How many CRDs and OpenAPI documents there were. */
  readonly read: { readonly crds: number; readonly openapi: number };
}

/** A source that is parsed when its turn comes. */
export interface ModelInput {
  readonly form: Source['form'];
  parse(): ParsedSource;
}

/** Sources as inputs of a model, each to be parsed when its turn comes. What they repeat of each other is parsed once. */
export function inputsOf(sources: readonly Source[]): ModelInput[] {
  const repeated = new RepeatedBlocks();
  return sources.map((source) => ({ form: source.form, parse: () => parseSource(source, repeated) }));
}

/**
 * Makes one model of all inputs. Each is parsed when its turn comes and may be forgotten then, so that only the small model
 * of a large file stays in memory. What is wrong with one part is reported and leaves the others alone.
 */
export function buildModel(inputs: readonly ModelInput[], options: ModelOptions): BuiltModel {
  const pool = new ShapePool();
  const selected = selection(options.include, options.exclude);
  const openapi = new OpenApiCollector({ pool, options, selected });
  for (const input of inputs) if (input.form === 'openapi') openapi.add(input.parse());
  const served = openapi.finish();
  const crds = new CrdCollector({ pool, options, selected });
  for (const input of inputs) if (input.form === 'crd') crds.add(input.parse());
  const defined = crds.resources;
  const custom = new Set(defined.map(resourceKey));
  const others = served.filter((resource) => !custom.has(resourceKey(resource)));
  const { resources, problems } = dropCollisions([...others, ...defined], options.names);
  const seen = new Set<Shape>();
  const roots = resources.flatMap(({ type }) => definitionsIn(rootNode(type), seen));
  const reached = reachableDefinitions(roots, openapi.definitions);
  const definitions = new Map([...openapi.definitions].filter(([name]) => reached.has(name)));
  return {
    model: { resources, definitions },
    known: knownShapes(definitions, options.kubernetesTypes),
    problems: [...openapi.problems, ...crds.problems, ...problems],
    skipped: [...openapi.skipped, ...crds.skipped],
    read: { crds: crds.count, openapi: openapi.count },
  };
}
