import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { label1035Faults, subdomainFaults } from '../rules/names.js';
import { ruleFaults } from './admission-rules.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, objectIn, objectsIn, oneOf, textIn, textsIn } from './checks.js';
import { expressionFaults, requestExpressionFaults } from './expressions.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { selectorFaults } from './label-selector.js';
import { conditionFaults } from './webhooks.js';

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const MISSING = 'expression is not specified';

/** ValidatingAdmissionPolicies, apart from whether their expressions compile. */
export const validatingPolicy: BuiltinKind = {
  validate({ object, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const [validations, annotations] = [objectsIn(spec, 'validations'), objectsIn(spec, 'auditAnnotations')];
    const either = 'validations or auditAnnotations must contain at least one item';
    return [
      ...policyFaults(spec),
      ...(validations.length === 0 && annotations.length === 0
        ? [requiredValue('spec.validations', either), requiredValue('spec.auditAnnotations', either)]
        : []),
      ...indexed(validations, 'spec.validations').flatMap(([validation, path]) =>
        validationFaults(validation, path, isJsonObject(spec['paramKind'])),
      ),
      ...indexed(annotations, 'spec.auditAnnotations').flatMap(([annotation, path], index) =>
        annotationFaults(annotation, path, annotations.slice(0, index)),
      ),
    ];
  },
};

/** MutatingAdmissionPolicies, apart from whether their expressions compile. */
export const mutatingPolicy: BuiltinKind = {
  validate({ object }) {
    const spec = objectIn(object, 'spec');
    const mutations = objectsIn(spec, 'mutations');
    const { reinvocationPolicy } = spec;
    return [
      ...policyFaults(spec, ['*', 'CONNECT', 'CREATE', 'UPDATE']),
      ...(mutations.length === 0 ? [requiredValue('spec.mutations', 'mutations must contain at least one item')] : []),
      ...indexed(mutations, 'spec.mutations').flatMap(([mutation, path]) => mutationFaults(mutation, path)),
      ...(reinvocationPolicy === undefined
        ? [requiredValue('spec.reinvocationPolicy')]
        : oneOf('spec.reinvocationPolicy', reinvocationPolicy, ['IfNeeded', 'Never'])),
    ];
  },
};

/** Bindings of either kind of policy; only those of validating ones say what to do. */
export function policyBinding(hasActions: boolean): BuiltinKind {
  return {
    validate({ object }) {
      const spec = objectIn(object, 'spec');
      const name = textIn(spec, 'policyName');
      const parameters = spec['paramRef'];
      return [
        ...(name === ''
          ? [requiredValue('spec.policyName')]
          : subdomainFaults(name).map((fault) => invalidValue('spec.policyName', name, fault))),
        ...(isJsonObject(parameters) ? parameterFaults(parameters, 'spec.paramRef') : []),
        ...matchFaults(spec['matchResources'], 'spec.matchResources'),
        ...(hasActions ? actionFaults(textsIn(spec, 'validationActions'), 'spec.validationActions') : []),
      ];
    },
  };
}

function policyFaults(spec: JsonObject, operations?: string[]): FieldCause[] {
  const { failurePolicy, paramKind, matchConstraints } = spec;
  return [
    ...(failurePolicy === undefined
      ? [requiredValue('spec.failurePolicy')]
      : oneOf('spec.failurePolicy', failurePolicy, ['Fail', 'Ignore'])),
    ...(isJsonObject(paramKind) ? kindFaults(paramKind, 'spec.paramKind') : []),
    ...(isJsonObject(matchConstraints)
      ? objectsIn(matchConstraints, 'resourceRules').length === 0
        ? [requiredValue('spec.matchConstraints.resourceRules')]
        : []
      : [requiredValue('spec.matchConstraints')]),
    ...matchFaults(matchConstraints, 'spec.matchConstraints', operations),
    ...conditionFaults(objectsIn(spec, 'matchConditions'), 'spec.matchConditions'),
    ...indexed(objectsIn(spec, 'variables'), 'spec.variables').flatMap(([variable, path]) => [
      ...variableNameFaults(`${path}.name`, textIn(variable, 'name')),
      ...writtenFaults(variable, path),
    ]),
  ];
}

function writtenFaults(holder: JsonObject, path: string): FieldCause[] {
  const expression = textIn(holder, 'expression');
  if (expression.trim() === '') return [requiredValue(`${path}.expression`, MISSING)];
  return expressionFaults(`${path}.expression`, expression);
}

function variableNameFaults(path: string, name: string): FieldCause[] {
  if (name.trim() === '') return [requiredValue(path, 'name is not specified')];
  return /^[_a-zA-Z]\w*$/.test(name) ? [] : [invalidValue(path, name, 'must be a valid CEL identifier')];
}

function kindFaults(reference: JsonObject, path: string): FieldCause[] {
  const [apiVersion, kind] = [textIn(reference, 'apiVersion'), textIn(reference, 'kind')];
  const wrong = kind === '' ? [] : label1035Faults(kind.toLowerCase());
  const mixed = `may have mixed case, but should otherwise match: ${wrong.join(',')}`;
  return [
    ...versionFaults(`${path}.apiVersion`, apiVersion),
    ...(kind === '' ? [requiredValue(`${path}.kind`)] : []),
    ...(wrong.length > 0 ? [invalidValue(`${path}.kind`, kind, mixed)] : []),
  ];
}

function versionFaults(path: string, apiVersion: string): FieldCause[] {
  if (apiVersion === '') return [requiredValue(path)];
  const parts = apiVersion.split('/');
  if (parts.length > 2) return [invalidValue(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [group, version] = parts.length === 2 ? [parts[0] ?? '', parts[1] ?? ''] : ['', apiVersion];
  const groupFaults = group === '' ? [] : subdomainFaults(group);
  const faults = version === '' ? [] : label1035Faults(version);
  return [
    ...(groupFaults.length > 0 ? [invalidValue(path, group, groupFaults.join(','))] : []),
    ...(version === '' ? [invalidValue(path, apiVersion, 'version must be specified')] : []),
    ...(faults.length > 0 ? [invalidValue(path, version, faults.join(','))] : []),
  ];
}

function matchFaults(match: unknown, path: string, operations?: string[]): FieldCause[] {
  if (!isJsonObject(match)) return [];
  return [
    ...oneOf(`${path}.matchPolicy`, match['matchPolicy'], ['Equivalent', 'Exact']),
    ...selectorFaults(`${path}.namespaceSelector`, match['namespaceSelector']),
    ...selectorFaults(`${path}.objectSelector`, match['objectSelector']),
    ...['resourceRules', 'excludeResourceRules'].flatMap((list) =>
      indexed(objectsIn(match, list), `${path}.${list}`).flatMap(([rule, at]) => ruleFaults(rule, at, operations)),
    ),
  ];
}

function validationFaults(validation: JsonObject, path: string, hasParameters: boolean): FieldCause[] {
  const [expression, explanation] = [textIn(validation, 'expression'), textIn(validation, 'messageExpression')];
  const blank = (field: string): boolean => textIn(validation, field) !== '' && textIn(validation, field).trim() === '';
  const text = textIn(validation, 'message');
  return [
    ...(expression.trim() === ''
      ? [requiredValue(`${path}.expression`, MISSING)]
      : requestExpressionFaults(`${path}.expression`, expression, { hasParameters })),
    ...(explanation.trim() === ''
      ? []
      : requestExpressionFaults(`${path}.messageExpression`, explanation, { result: 'string', hasParameters })),
    ...['messageExpression', 'message']
      .filter(blank)
      .map((field) => invalidValue(`${path}.${field}`, validation[field], 'must be non-empty if specified')),
    ...(text.trim().includes('\n') ? [invalidValue(`${path}.message`, text, 'must not contain line breaks')] : []),
    ...oneOf(`${path}.reason`, validation['reason'], REASONS),
  ];
}

function annotationFaults(annotation: JsonObject, path: string, earlier: readonly JsonObject[]): FieldCause[] {
  const key = textIn(annotation, 'key');
  return [
    ...(key === '' ? [requiredValue(`${path}.key`, 'key is not specified')] : []),
    ...(textIn(annotation, 'valueExpression').trim() === ''
      ? [requiredValue(`${path}.valueExpression`, 'valueExpression is not specified')]
      : []),
    ...(earlier.some((other) => textIn(other, 'key') === key) ? [duplicateValue(`${path}.key`, key)] : []),
  ];
}

function mutationFaults(mutation: JsonObject, path: string): FieldCause[] {
  const type = textIn(mutation, 'patchType');
  const types = ['ApplyConfiguration', 'JSONPatch'];
  if (type === '') return [requiredValue(`${path}.patchType`)];
  if (!types.includes(type)) return [unsupportedValue(`${path}.patchType`, type, types)];
  const field = type === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration';
  if (textIn(objectIn(mutation, field), 'expression').trim() !== '') return [];
  return [requiredValue(`${path}.${field}.expression`, MISSING)];
}

function parameterFaults(reference: JsonObject, path: string): FieldCause[] {
  const [name, selector] = [textIn(reference, 'name'), reference['selector']];
  return [
    ...(name !== '' && selector !== undefined
      ? ['name', 'selector'].map((field) =>
          forbiddenValue(`${path}.${field}`, 'name and selector are mutually exclusive'),
        )
      : []),
    ...(name === '' && selector === undefined
      ? [requiredValue(path, 'one of name or selector must be specified')]
      : []),
    ...selectorFaults(`${path}.selector`, selector),
    ...(reference['parameterNotFoundAction'] === undefined
      ? [requiredValue(`${path}.parameterNotFoundAction`)]
      : oneOf(`${path}.parameterNotFoundAction`, reference['parameterNotFoundAction'], ['Allow', 'Deny'])),
  ];
}

function actionFaults(actions: readonly string[], path: string): FieldCause[] {
  if (actions.length === 0) return [requiredValue(path, 'at least one validation action is required')];
  const both =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
  return [
    ...actions.flatMap((action, index) => [
      ...oneOf(`${path}[${index}]`, action, ['Audit', 'Deny', 'Warn']),
      ...(actions.indexOf(action) < index ? [duplicateValue(`${path}[${index}]`, action)] : []),
    ]),
    ...(actions.includes('Deny') && actions.includes('Warn') ? [invalidValue(path, actions, both)] : []),
  ];
}
