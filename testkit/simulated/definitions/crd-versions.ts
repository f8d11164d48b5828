import { copyJson, isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { ApiStatusError, failure } from '../objects/api-status.js';
import type { KindRules } from '../rules/kind-rules.js';
import type { KindVersions } from '../rules/kind-versions.js';

/**
 * Converts a custom resource to another version, for CRDs whose conversion strategy is `Webhook`. Gets a copy that it may
 * change; what it returns must have the same kind, name, namespace and uid. Only labels and annotations of the metadata
 * may differ. Throwing fails the request, as a failing webhook does.
 */
export type ConvertObject = (object: JsonObject, apiVersion: string) => JsonObject;

/** What {@link CrdVersions} works with. */
export interface CrdVersionsOptions {
  readonly group: string;
  readonly kind: string;
  readonly storageVersion: string;
  /** All versions of the CRD, also those that are not served. */
  readonly versions: ReadonlySet<string>;
  readonly rules: ReadonlyMap<string, KindRules>;
  /** Undefined: versions differ in nothing but their name. */
  readonly convert: ConvertObject | undefined;
}

/** The versions of a CRD: stored in one, read in all, each with the fields and defaults of its own schema. */
export class CrdVersions implements KindVersions {
  readonly #options: CrdVersionsOptions;

  constructor(options: CrdVersionsOptions) {
    this.#options = options;
  }

  toStorage(object: ApiObject): ApiObject {
    const { storageVersion, rules } = this.#options;
    if (versionOf(object) === storageVersion) return object;
    const converted = this.#convert(copyJson(object), storageVersion);
    rules.get(storageVersion)?.prune(converted);
    return converted;
  }

  fromStorage(object: ApiObject, version: string): ApiObject {
    const { rules } = this.#options;
    const why = this.unreadable(object);
    if (why !== undefined) throw new ApiStatusError(failure(500, { reason: '', message: why }));
    const stored = rules.get(versionOf(object));
    const read = copyToRead(object);
    stored?.prune(read);
    stored?.applyDefaults(read);
    if (versionOf(object) === version) return read;
    const converted = this.#convert(read, version);
    rules.get(version)?.prune(converted);
    return converted;
  }

  /** An object stored in a version that was removed from the CRD stays as it is until the version is back. */
  unreadable(object: ApiObject): string | undefined {
    if (this.#options.versions.has(versionOf(object))) return undefined;
    return `request to convert CR from an invalid group/version: ${String(object.apiVersion)}`;
  }

  isSettled(object: ApiObject, version: string): boolean {
    return versionOf(object) === version && this.#options.rules.get(version)?.isComplete?.(object) === true;
  }

  #convert(object: ApiObject, version: string): ApiObject {
    const { group, kind, convert } = this.#options;
    const apiVersion = `${group}/${version}`;
    if (convert === undefined) return { ...object, apiVersion };
    const from = String(object.apiVersion);
    try {
      return restoredMetadata(object, { ...convert(copyJson(object), apiVersion), apiVersion, kind });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `conversion webhook for ${from}, Kind=${kind} failed: ${reason}`;
      throw new ApiStatusError(failure(500, { reason: '', message }));
    }
  }
}

/** A copy that may be pruned and defaulted; the sets of fields in its managers, which neither touches, are shared. */
function copyToRead(object: ApiObject): ApiObject {
  const { managedFields } = object.metadata;
  if (!Array.isArray(managedFields)) return copyJson(object);
  const copy = copyJson<ApiObject>({ ...object, metadata: { ...object.metadata, managedFields: [] } });
  copy.metadata['managedFields'] = managedFields.map((entry: unknown) => (isJsonObject(entry) ? { ...entry } : entry));
  return copy;
}

/** Of the metadata, a conversion may change labels and annotations only. */
function restoredMetadata(object: ApiObject, converted: JsonObject): ApiObject {
  const changed = isJsonObject(converted['metadata']) ? converted['metadata'] : {};
  const { labels: _labels, annotations: _annotations, ...fixed } = object.metadata;
  const { labels, annotations } = changed;
  const metadata = { ...fixed, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) };
  return { ...converted, metadata: metadata as ApiObject['metadata'] };
}

function versionOf({ apiVersion = '' }: ApiObject): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}
