import type { JsonObject } from '../objects/api-object.js';
import { sameJson } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { labelFaults, subdomainFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';

const USAGES = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];
const DECISIONS = ['Approved', 'Denied'];

/** CertificateSigningRequests: what is asked for stays, and only `approval` decides. */
export const signingRequest: BuiltinKind = {
  prepare(object, { creating, before }) {
    if (creating) {
      object['status'] = {};
      // The server writes who asks; here that is always the administrator.
      object['spec'] = {
        ...objectIn(object, 'spec'),
        username: 'admin',
        groups: ['system:masters', 'system:authenticated'],
      };
    } else if (before !== undefined) object['spec'] = before['spec'];
  },
  validate({ object, before, subresource }) {
    const spec = objectIn(object, 'spec');
    return [
      ...requestFaults(spec['request'] ?? null),
      ...usageFaults(textsIn(spec, 'usages')),
      ...signerFaults('spec.signerName', textIn(spec, 'signerName')),
      ...expirationFaults(spec['expirationSeconds']),
      ...conditionFaults(objectsIn(objectIn(object, 'status'), 'conditions')),
      ...(before === undefined ? [] : changeFaults(object, before, subresource)),
    ];
  },
};

function requestFaults(request: unknown): FieldCause[] {
  const text = Buffer.from(typeof request === 'string' ? request : '', 'base64').toString('latin1');
  if (/-----BEGIN CERTIFICATE REQUEST-----[\s\S]*-----END CERTIFICATE REQUEST-----/.test(text)) return [];
  // Go writes bytes in base64.
  return [invalidValue('spec.request', request, 'PEM block type must be CERTIFICATE REQUEST')];
}

function usageFaults(usages: readonly string[]): FieldCause[] {
  if (usages.length === 0) return [requiredValue('spec.usages')];
  return usages.flatMap((usage, index) => [
    ...(USAGES.includes(usage) ? [] : [unsupportedValue(`spec.usages[${index}]`, usage, USAGES)]),
    ...(usages.indexOf(usage) < index ? [duplicateValue(`spec.usages[${index}]`, usage)] : []),
  ]);
}

/** What is wrong with the name of a signer, such as `example.com/signer`. */
export function signerFaults(path: string, name: string): FieldCause[] {
  if (name === '') return [requiredValue(path)];
  if (name === 'kubernetes.io/legacy-unknown')
    return [invalidValue(path, name, 'the legacy signerName is not allowed via this API version')];
  const segments = name.split('/');
  const [domain = '', rest = ''] = segments;
  if (segments.length !== 2) {
    const why = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalidValue(path, name, why)];
  }
  const labels = domain.split('.');
  const wrong = labels.find((label) => labelFaults(label).length > 0);
  const wrongPart = rest.split('.').find((part) => subdomainFaults(part).length > 0);
  return [
    ...(wrong === undefined
      ? []
      : labelFaults(wrong).map((fault) => invalidValue(path, domain, `validating label "${wrong}": ${fault}`))),
    ...(labels.length < 2
      ? [invalidValue(path, domain, 'should be a domain with at least two segments separated by dots')]
      : []),
    ...(wrongPart === undefined
      ? []
      : subdomainFaults(wrongPart).map((fault) =>
          invalidValue(path, rest, `validating label "${wrongPart}": ${fault}`),
        )),
  ];
}

function expirationFaults(seconds: unknown): FieldCause[] {
  if (typeof seconds !== 'number' || seconds >= 600) return [];
  const why = 'may not specify a duration less than 600 seconds (10 minutes)';
  return [invalidValue('spec.expirationSeconds', seconds, why)];
}

function conditionFaults(conditions: readonly JsonObject[]): FieldCause[] {
  return indexed(conditions, 'status.conditions').flatMap(([condition, path], index) => {
    const [type, status] = [textIn(condition, 'type'), textIn(condition, 'status')];
    const earlier = conditions.slice(0, index).map((other) => textIn(other, 'type'));
    const allowed = [...DECISIONS, 'Failed'].includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
    const opposite = DECISIONS.includes(type) && earlier.some((one) => one !== type && DECISIONS.includes(one));
    return [
      ...(type === '' ? [requiredValue(`${path}.type`)] : []),
      ...(status === '' ? [requiredValue(`${path}.status`)] : []),
      ...(status === '' || allowed.includes(status) ? [] : [unsupportedValue(`${path}.status`, status, allowed)]),
      ...(opposite
        ? [invalidValue('status.conditions', type, 'Approved and Denied conditions are mutually exclusive')]
        : []),
      ...(earlier.includes(type) ? [duplicateValue(`${path}.type`, type)] : []),
    ];
  });
}

function changeFaults(object: JsonObject, before: JsonObject, subresource: string | undefined): FieldCause[] {
  const [status, previous] = [objectIn(object, 'status'), objectIn(before, 'status')];
  const of = (one: JsonObject, type: string): JsonObject[] =>
    objectsIn(one, 'conditions').filter((condition) => condition['type'] === type);
  const fault = (what: string, type: string): FieldCause =>
    forbiddenValue('status.conditions', `updates may not ${what} a condition of type "${type}"`);
  const faults = [...DECISIONS, 'Failed']
    .filter((type) => of(status, type).length < of(previous, type).length)
    .map((type) => fault('remove', type));
  if (subresource !== 'approval') {
    for (const type of DECISIONS) {
      const [now, earlier] = [of(status, type), of(previous, type)];
      if (now.length > earlier.length) faults.push(fault('add', type));
      else if (now.length === earlier.length && !sameJson(now, earlier)) faults.push(fault('modify', type));
    }
  }
  const [certificate, old] = [textIn(status, 'certificate'), textIn(previous, 'certificate')];
  if (certificate !== old) {
    if (subresource !== 'status')
      faults.push(forbiddenValue('status.certificate', 'updates may not set certificate content'));
    else if (old !== '')
      faults.push(forbiddenValue('status.certificate', 'updates may not modify existing certificate content'));
  }
  return faults;
}
