import { crdsIn, isCrdPatch, readCrd } from '../input/crd.js';
import type { CrdDefinition, CrdVersion } from '../input/crd.js';
import { isObject, member } from '../input/json.js';
import type { JsonObject, JsonPath } from '../input/json.js';
import { lineOf } from '../input/locate.js';
import { repeatedKeyProblems, syntaxProblem } from '../input/parse-documents.js';
import type { ParsedSource } from '../input/parse-documents.js';
import { jsonPointer, SchemaError } from '../input/problem.js';
import type { Problem, SourceLocation } from '../input/problem.js';
import { crdResource } from './crd-model.js';
import type { CrdModelOptions } from './crd-model.js';
import type { ResourceModel, Skipped } from './model.js';
import type { ModelOptions } from './options.js';
import type { Selection } from './selection.js';
import type { ShapePool } from './shape-pool.js';

/** What collecting needs to know. */
export interface CollectOptions {
  readonly pool: ShapePool;
  readonly options: ModelOptions;
  readonly selected: Selection;
}

/** A CRD in a source. */
interface CrdOrigin {
  readonly input: ParsedSource;
  /** Of the document, from 1. */
  readonly document: number;
  /** The way to the CRD inside the document. */
  readonly path: JsonPath;
}

/** Collects the resources of CRDs, one source at a time. */
export class CrdCollector {
  readonly problems: Problem[] = [];
  readonly skipped: Skipped[] = [];
  count = 0;
  readonly #options: CollectOptions;
  readonly #crds = new Map<string, CollectedCrd>();
  readonly #known: CrdModelOptions['known'] = { pruned: new WeakMap(), preserved: new WeakMap() };

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  /** The resources of all CRDs. */
  get resources(): ResourceModel[] {
    return [...this.#crds.values()].flatMap(({ resources }) => resources);
  }

  /** Reads one source. Never throws for what is in it. */
  add(input: ParsedSource): void {
    for (const part of input.broken) this.problems.push(syntaxProblem(input.source, part, this.#severity()));
    this.skipped.push(...input.notes);
    input.documents.forEach((content, i) => {
      const found = crdsIn(content);
      if (found.length > 0) this.problems.push(...repeatedKeyProblems(input, i));
      for (const { crd, path } of found) this.#crd(crd, { input, document: i + 1, path });
    });
  }

  #severity(): Problem['severity'] {
    return this.#options.options.skipInvalid ? 'warning' : 'error';
  }

  #crd(document: JsonObject, origin: CrdOrigin): void {
    if (isCrdPatch(document)) {
      this.skipped.push({ name: origin.input.source.file, reason: 'is a patch of a CRD (kustomize), not a CRD' });
      return;
    }
    this.count += 1;
    const name = nameOf(document);
    try {
      const crd = readCrd(document);
      const resources = this.#versions(crd, origin);
      const legacy = isLegacy(document);
      const { versions: _, ...names } = crd;
      const collected = { legacy, names, file: origin.input.source.file, resources };
      if (!this.#isRepeated(crd.name, collected)) this.#crds.set(crd.name, collected);
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      this.problems.push({
        severity: this.#severity(),
        message: error.message,
        location: locationOf(origin, error.path),
        ...(name !== undefined && { crd: name }),
      });
    }
  }

  #versions(crd: CrdDefinition, origin: CrdOrigin): ResourceModel[] {
    const { pool, options, selected } = this.#options;
    const { docs, enums } = options;
    const source = locationOf(origin, []);
    const chosen = { pool, docs, openEnums: enums === 'open', known: this.#known };
    return crd.versions
      .filter((version) => this.#isWanted(crd, version, selected))
      .map((version) => crdResource(crd, version, source, chosen));
  }

  #isWanted(crd: CrdDefinition, version: CrdVersion, selected: Selection): boolean {
    if (!selected({ group: crd.group, version: version.name, kind: crd.kind })) return false;
    const { versions } = this.#options.options;
    const wanted = versions === 'all' || (versions === 'storage' ? version.storage : version.served);
    if (!wanted) {
      const reason = versions === 'storage' ? 'is not the storage version' : 'is not served';
      this.skipped.push({ name: `${crd.name}/${version.name}`, reason });
    }
    return wanted;
  }

  /**
   * The same CRD again is passed over, and so is its v1beta1 form beside the v1 form, whichever comes first. Anything
   * else of the same name is an error.
   */
  #isRepeated(name: string, found: CollectedCrd): boolean {
    const before = this.#crds.get(name);
    if (before === undefined) return false;
    if (found.legacy !== before.legacy) {
      const [used, ignored] = found.legacy ? [before.file, found.file] : [found.file, before.file];
      this.skipped.push({ name, reason: `(v1beta1, ${ignored}) is there as v1 too (${used})` });
      return found.legacy;
    }
    if (contentOf(before) === contentOf(found)) return true;
    throw new SchemaError(`${name} is defined already, and differently, in ${before.file}: pass only one of them`, [
      'metadata',
      'name',
    ]);
  }
}

interface CollectedCrd {
  /** Whether it is in the v1beta1 form. */
  readonly legacy: boolean;
  readonly names: Omit<CrdDefinition, 'versions'>;
  readonly file: string;
  readonly resources: readonly ResourceModel[];
}

/** Equal for CRDs that give the same output. Not of the document itself: with YAML aliases that may be endless as text. */
function contentOf({ names, resources }: CollectedCrd): string {
  const types = resources.map(({ type, source: _source, ...facts }) => [
    facts,
    type.type === 'tree' ? type.shape.hash : type.name,
  ]);
  return JSON.stringify([names, types]);
}

function isLegacy(document: JsonObject): boolean {
  return member(document, 'apiVersion') === 'apiextensions.k8s.io/v1beta1';
}

/** What a CRD calls itself, however broken it is. */
function nameOf(document: JsonObject): string | undefined {
  const metadata = member(document, 'metadata');
  const name = isObject(metadata) ? member(metadata, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The location of a value. The line is looked up only for a value inside the document, that is, for an error. */
function locationOf({ input, document, path }: CrdOrigin, inside: JsonPath): SourceLocation {
  const whole = [...path, ...inside];
  const line = inside.length > 0 ? lineOf(input.text, document, whole) : undefined;
  return {
    file: input.source.file,
    ...(input.documents.length > 1 && { document }),
    ...(line !== undefined && { line }),
    ...(whole.length > 0 && { pointer: jsonPointer(whole) }),
  };
}
