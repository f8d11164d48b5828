import type { Settings } from '../config/settings.js';
import type { Problem } from '../input/problem.js';
import type { Source } from '../input/sources.js';
import { CrdCollector } from './collect-crds.js';
import { OpenApiCollector } from './collect-openapi.js';
import { dropCollisions } from './collisions.js';
import { knownShapes, type KnownShapes } from './known-shapes.js';
import type { Model } from './model.js';
import { selection } from './selection.js';
import { ShapePool } from './shape-pool.js';
import { definitionsIn, reachableDefinitions } from './walk.js';

/** Something that was read and is not generated, and why. */
export interface Skipped {
  /** `widgets.example.com/v1alpha1`. */
  readonly name: string;
  readonly reason: string;
}

/** What reading the inputs gave. */
export interface BuiltModel {
  readonly model: Model;
  readonly known: KnownShapes;
  readonly problems: readonly Problem[];
  readonly skipped: readonly Skipped[];
  /** How many CRDs and OpenAPI documents there were. */
  readonly read: { readonly crds: number; readonly openapi: number };
}

/** Parses the inputs and makes one model of them. What is wrong with one part is reported and leaves the others alone. */
export function buildModel(sources: readonly Source[], settings: Settings): BuiltModel {
  const pool = new ShapePool();
  const selected = selection(settings.include, settings.exclude);
  const openapi = new OpenApiCollector({ pool, settings, selected });
  for (const source of sources) if (source.form === 'openapi') openapi.add(source);
  const served = openapi.finish();
  const crds = new CrdCollector({ pool, settings, selected });
  for (const source of sources) if (source.form === 'crd') crds.add(source);
  const defined = crds.resources;
  const custom = new Set(defined.map(({ group, version, plural }) => `${group}/${version}/${plural}`));
  const others = served.filter(({ group, version, plural }) => !custom.has(`${group}/${version}/${plural}`));
  const { resources, problems } = dropCollisions([...others, ...defined], settings.names);
  const roots = resources.flatMap(({ type }) =>
    type.type === 'definition' ? [type.name] : definitionsIn({ type: 'shape', shape: type.shape }),
  );
  const reached = reachableDefinitions(roots, openapi.definitions);
  const definitions = new Map([...openapi.definitions].filter(([name]) => reached.has(name)));
  return {
    model: { resources, definitions },
    known: knownShapes(definitions, settings.kubernetesTypes),
    problems: [...openapi.problems, ...crds.problems, ...problems],
    skipped: [...openapi.skipped, ...crds.skipped],
    read: { crds: crds.count, openapi: openapi.count },
  };
}
