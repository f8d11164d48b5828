import type { Settings } from '../config/settings.js';
import { isCrd, readCrd, type CrdDefinition, type CrdVersion } from '../input/crd.js';
import { isObject, member, type JsonObject, type JsonPath } from '../input/json.js';
import { lineOf } from '../input/locate.js';
import { parseDocuments, SyntaxProblem } from '../input/parse-documents.js';
import { jsonPointer, SchemaError, type Problem } from '../input/problem.js';
import type { Source } from '../input/sources.js';
import type { Skipped } from './build-model.js';
import { crdResource } from './crd-model.js';
import type { ResourceModel, SourcePlace } from './model.js';
import type { Selection } from './selection.js';
import type { ShapePool } from './shape-pool.js';

/** What collecting needs to know. */
export interface CollectOptions {
  readonly pool: ShapePool;
  readonly settings: Settings;
  readonly selected: Selection;
}

/** A document of a source, or an item of a list in one. */
interface Place {
  readonly source: Source;
  readonly text: string;
  /** From 1. */
  readonly document: number;
  readonly several: boolean;
  /** The way to the CRD inside the document. */
  readonly path: JsonPath;
}

/** Reads CRDs one source at a time, so that only the small model of a large file stays in memory. */
export class CrdCollector {
  readonly problems: Problem[] = [];
  readonly skipped: Skipped[] = [];
  count = 0;
  readonly #options: CollectOptions;
  readonly #crds = new Map<string, CollectedCrd>();

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  /** The resources of all CRDs. */
  get resources(): ResourceModel[] {
    return [...this.#crds.values()].flatMap(({ resources }) => resources);
  }

  /** Reads one source. Never throws for what is in it. */
  add(source: Source): void {
    const text = source.bytes.toString('utf8');
    let documents: unknown[];
    try {
      documents = parseDocuments(text);
    } catch (error) {
      this.problems.push(syntaxProblem(source, error, this.#severity()));
      return;
    }
    documents.forEach((document, i) => {
      this.#document(document, { source, text, document: i + 1, several: documents.length > 1, path: [] });
    });
  }

  #severity(): Problem['severity'] {
    return this.#options.settings.skipInvalid ? 'warning' : 'error';
  }

  #document(document: unknown, place: Place): void {
    if (isCrd(document)) return this.#crd(document, place);
    if (!isObject(document)) return;
    const items = member(document, 'items');
    if (!String(member(document, 'kind')).endsWith('List') || !Array.isArray(items)) return;
    items.forEach((item: unknown, i) => this.#document(item, { ...place, path: [...place.path, 'items', i] }));
  }

  #crd(document: JsonObject, place: Place): void {
    this.count += 1;
    const name = nameOf(document);
    try {
      const crd = readCrd(document);
      const resources = this.#versions(crd, place);
      const legacy = isLegacy(document);
      const collected = { legacy, content: contentOf(crd, resources), file: place.source.file, resources };
      if (!this.#isRepeated(crd.name, collected)) this.#crds.set(crd.name, collected);
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      this.problems.push({
        severity: this.#severity(),
        message: error.message,
        place: placeOf(place, error.path),
        ...(name !== undefined && { crd: name }),
      });
    }
  }

  #versions(crd: CrdDefinition, place: Place): ResourceModel[] {
    const { pool, settings, selected } = this.#options;
    const source = placeOf(place, []);
    return crd.versions
      .filter((version) => this.#isWanted(crd, version, selected))
      .map((version) =>
        crdResource(crd, version, source, { pool, docs: settings.docs, openEnums: settings.enums === 'open' }),
      );
  }

  #isWanted(crd: CrdDefinition, version: CrdVersion, selected: Selection): boolean {
    if (!selected({ group: crd.group, version: version.name, kind: crd.kind })) return false;
    const { versions } = this.#options.settings;
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
      const [kept, left] = found.legacy ? [before.file, found.file] : [found.file, before.file];
      this.skipped.push({ name, reason: `(v1beta1, ${left}) is there as v1 too (${kept})` });
      return found.legacy;
    }
    if (before.content === found.content) return true;
    throw new SchemaError(`${name} is defined already, and differently, in ${before.file}: pass only one of them`, [
      'metadata',
      'name',
    ]);
  }
}

interface CollectedCrd {
  /** Whether it is in the v1beta1 form. */
  readonly legacy: boolean;
  readonly content: string;
  readonly file: string;
  readonly resources: readonly ResourceModel[];
}

/** Equal for CRDs that give the same output. Not of the document itself: with YAML aliases that may be endless as text. */
function contentOf(crd: CrdDefinition, resources: readonly ResourceModel[]): string {
  const { versions: _, ...names } = crd;
  const types = resources.map(({ type, source: __, ...facts }) => [
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

/** The place of a value. The line is looked up only for a value inside the document, that is, for an error. */
function placeOf({ source, text, document, several, path }: Place, inside: JsonPath): SourcePlace {
  const whole = [...path, ...inside];
  const line = inside.length > 0 ? lineOf(text, document, whole) : undefined;
  return {
    file: source.file,
    ...(several && { document }),
    ...(line !== undefined && { line }),
    ...(whole.length > 0 && { pointer: jsonPointer(whole) }),
  };
}

/** A source that is not YAML or JSON at all. */
export function syntaxProblem(source: Source, error: unknown, severity: Problem['severity']): Problem {
  const message = error instanceof Error ? error.message : String(error);
  const line = error instanceof SyntaxProblem ? error.line : undefined;
  return { severity, message, place: { file: source.file, ...(line !== undefined && { line }) } };
}
