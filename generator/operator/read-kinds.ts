import { UsageError } from '../errors.js';
import { crdsIn, isCrdPatch, readCrd } from '../input/crd.js';
import type { CrdDefinition, CrdVersion } from '../input/crd.js';
import { isObject, member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';
import { SchemaError } from '../input/problem.js';
import type { Source } from '../input/sources.js';
import { readDocuments } from '../input/yaml/read-documents.js';

/** A kind that a new operator is to reconcile. */
export interface OperatorKind {
  readonly crd: CrdDefinition;
  /** The one that is reconciled: the storage version where it is served, else the last that is. */
  readonly version: CrdVersion;
  /** The CRD as it was given, or as JSON where it was part of a list. */
  readonly text: string;
}

/** The kinds that some files define. Throws a {@link UsageError} that says which file is no use, and why. */
export function readKinds(sources: readonly Source[]): OperatorKind[] {
  const kinds = new Map<string, OperatorKind>();
  for (const source of sources) {
    for (const document of readDocuments(source.read().toString('utf8'))) {
      if (document.type === 'broken') throw new UsageError(`${source.file}:${document.line}: ${document.reason}`);
      for (const { crd, path } of crdsIn(document.value)) {
        if (isCrdPatch(crd)) continue;
        const isWhole = path.length === 0 && !isFromServer(crd);
        const text = isWhole ? document.source.text : JSON.stringify(asWritten(crd), undefined, 2);
        const kind = kindOf(crd, text, source.file);
        if (kinds.has(kind.crd.name)) throw new UsageError(`${source.file}: ${kind.crd.name} is there twice`);
        kinds.set(kind.crd.name, kind);
      }
    }
  }
  if (kinds.size === 0)
    throw new UsageError(
      `no CustomResourceDefinition in ${sources.map(({ file }) => file).join(', ') || 'what --crd names'}`,
    );
  return [...kinds.values()].sort((a, b) => (a.crd.name < b.crd.name ? -1 : 1));
}

function kindOf(document: JsonObject, text: string, file: string): OperatorKind {
  if (member(document, 'apiVersion') !== 'apiextensions.k8s.io/v1')
    throw new UsageError(
      `${file}: a CRD of ${String(member(document, 'apiVersion'))}: servers take apiextensions.k8s.io/v1 alone`,
    );
  const crd = checked(document, file);
  const served = crd.versions.filter((version) => version.served);
  const version = served.find(({ storage }) => storage) ?? served.at(-1);
  if (version === undefined) throw new UsageError(`${file}: ${crd.name} serves no version`);
  return { crd, version, text };
}

function checked(document: JsonObject, file: string): CrdDefinition {
  try {
    return readCrd(document);
  } catch (error) {
    if (error instanceof SchemaError) throw new UsageError(`${file}: ${error.message} (${error.path.join('.')})`);
    throw error;
  }
}

/** What a server adds to a CRD, and refuses to be sent. */
const FROM_SERVER = ['resourceVersion', 'uid', 'creationTimestamp', 'generation', 'managedFields', 'selfLink'];

function isFromServer(crd: JsonObject): boolean {
  const metadata = member(crd, 'metadata');
  return isObject(metadata) && FROM_SERVER.some((name) => (member(metadata, name) ?? null) !== null);
}

/** A CRD as somebody wrote it, without what a server added. */
function asWritten({ status: _status, ...crd }: JsonObject): JsonObject {
  const metadata = isObject(crd['metadata']) ? crd['metadata'] : {};
  return {
    ...crd,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([name]) => !FROM_SERVER.includes(name))),
  };
}
