import { RuleValidator } from '../cel/rule-validator.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
import { invalidValue, NO_PATH } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import type { KindChange, KindRules } from '../rules/kind-rules.js';
import { Correlation } from '../schema/correlation.js';
import { applyDefaults, dropForbiddenNulls } from '../schema/defaults.js';
import { embeddedFaults, readEmbedded } from '../schema/embedded-resources.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { listTypeFaults } from '../schema/list-types.js';
import { metadataTypeFault, pruneMetadata } from '../schema/object-meta.js';
import { pruneResource } from '../schema/prune.js';
import { specReplicasFaults, statusScaleFaults } from '../schema/scale-values.js';
import type { ScaleValuePaths } from '../schema/scale-values.js';
import { structuralOf } from '../schema/structural.js';
import type { Structural } from '../schema/structural.js';
import { ValueValidator } from '../schema/value-validation.js';

/** What the rules of one version of a CRD are made of. */
export interface SchemaRulesOptions {
  readonly schema: JsonSchema;
  readonly scale?: ScaleValuePaths | undefined;
}

/** Faults after which the server does not look at rules: they may not even apply. */
const BLOCKING: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

const UNCHECKED =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/** The rules that a CRD's schema makes for the objects of one version. Everything is compiled when it is first needed. */
export class SchemaRules implements KindRules {
  readonly #structural: Structural;
  readonly #scale: ScaleValuePaths | undefined;
  readonly #rules: RuleValidator | undefined;
  #values: ValueValidator | undefined;
  #statusValues: ValueValidator | undefined;
  readonly unsupported: readonly string[];
  /** Fields of the object itself that have a default. */
  readonly #defaulted: readonly string[];

  constructor({ schema, scale }: SchemaRulesOptions) {
    this.#structural = structuralOf(schema);
    this.#defaulted = [...this.#structural.properties]
      .filter(([, { defaultValue }]) => defaultValue !== undefined)
      .map(([name]) => name);
    this.#scale = scale;
    this.#rules = RuleValidator.ofResource(this.#structural);
    this.unsupported = this.#rules?.unsupported() ?? [];
  }

  prune(object: JsonObject): readonly string[] {
    const { metadata } = object;
    const wrong = metadataTypeFault(metadata ?? null);
    if (wrong !== undefined) throw badRequest(wrong);
    const unknownMeta = isJsonObject(metadata) ? pruneMetadata(metadata, 'metadata') : [];
    const unknown = pruneResource(object, this.#structural);
    dropForbiddenNulls(object, this.#structural);
    const embedded = readEmbedded(object, this.#structural);
    if (embedded.fault) throw badRequest(`${embedded.fault.field}: ${embedded.fault.message}`);
    return [...unknownMeta, ...unknown, ...embedded.unknown];
  }

  applyDefaults(object: JsonObject): void {
    applyDefaults(object, this.#structural);
  }

  isComplete(object: JsonObject): boolean {
    return this.#defaulted.every((field) => Object.hasOwn(object, field));
  }

  validate(change: KindChange): readonly FieldCause[] {
    const { object, before } = change;
    const correlation = before && new Correlation(object, before, this.#structural);
    const faults = [
      ...(change.subresource === 'status'
        ? this.#statusFaults(object, correlation)
        : this.#objectFaults(object, correlation)),
      ...this.#listFaults(object, before),
    ];
    if (this.#rules === undefined) return faults;
    const all = [...(change.metadataFaults ?? []), ...faults];
    if (all.some(({ reason = '' }) => BLOCKING.has(reason))) return [...faults, invalidValue(NO_PATH, null, UNCHECKED)];
    return [...faults, ...this.#rules.validate({ value: object, before, path: '', correlation })];
  }

  #objectFaults(object: JsonObject, correlation: Correlation | undefined): FieldCause[] {
    this.#values ??= new ValueValidator(this.#structural.schema);
    const { violations } = this.#values.validate(object, { path: '', correlation });
    const forgiven = correlation?.unchanged === true;
    return [
      ...(forgiven ? [] : violations.map(({ cause }) => cause(''))),
      ...(this.#scale ? specReplicasFaults(object, this.#scale) : []),
      ...(this.#scale ? statusScaleFaults(object, this.#scale) : []),
      ...embeddedFaults(object, this.#structural),
    ];
  }

  #statusFaults(object: JsonObject, correlation: Correlation | undefined): FieldCause[] {
    const status = this.#structural.properties.get('status');
    const faults: FieldCause[] = [];
    if (status !== undefined && Object.hasOwn(object, 'status')) {
      this.#statusValues ??= new ValueValidator(status.schema);
      const inner = correlation?.field('status');
      const { violations } = this.#statusValues.validate(object['status'], { path: '', correlation: inner });
      if (inner?.unchanged !== true) faults.push(...violations.map(({ cause }) => cause('status')));
    }
    if (this.#scale) faults.push(...statusScaleFaults(object, this.#scale));
    return faults;
  }

  /** Duplicates that were there before are not held against an update. */
  #listFaults(object: JsonObject, before: JsonObject | undefined): FieldCause[] {
    const faults = listTypeFaults(object, this.#structural);
    if (faults.length === 0 || before === undefined) return faults;
    return listTypeFaults(before, this.#structural).length > 0 ? [] : faults;
  }
}
