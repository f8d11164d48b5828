import type { JsonObject } from '../objects/api-object.js';
import { isJsonObject } from '../objects/api-object.js';
import { duplicateValue, tooMany } from '../rules/field-fault.js';
import { goQuote } from '../rules/go-text.js';
import { label1035Faults, qualifiedNameFaults, subdomainFaults } from '../rules/names.js';
import { ruleFaults } from './admission-rules.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, objectIn, objectsIn, oneOf, textIn, textsIn } from './checks.js';
import { requestExpressionFaults } from './expressions.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { selectorFaults } from './label-selector.js';

const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const URL_FORM = '; desired format: https://host[/path]';

/** ValidatingWebhookConfigurations and MutatingWebhookConfigurations. */
export const webhookConfiguration: BuiltinKind = {
  validate({ object }) {
    const hooks = objectsIn(object, 'webhooks');
    return indexed(hooks, 'webhooks').flatMap(([hook, path], index) => {
      const name = textIn(hook, 'name');
      const repeated = name !== '' && hooks.slice(0, index).some((other) => textIn(other, 'name') === name);
      return [...webhookFaults(hook, path), ...(repeated ? [duplicateValue(`${path}.name`, name)] : [])];
    });
  },
};

function webhookFaults(hook: JsonObject, path: string): FieldCause[] {
  const { sideEffects, timeoutSeconds } = hook;
  const timeout = typeof timeoutSeconds === 'number' && (timeoutSeconds > 30 || timeoutSeconds < 1);
  return [
    ...nameFaults(`${path}.name`, textIn(hook, 'name')),
    ...indexed(objectsIn(hook, 'rules'), `${path}.rules`).flatMap(([rule, at]) => ruleFaults(rule, at)),
    ...oneOf(`${path}.failurePolicy`, hook['failurePolicy'], ['Fail', 'Ignore']),
    ...oneOf(`${path}.matchPolicy`, hook['matchPolicy'], ['Equivalent', 'Exact']),
    ...oneOf(`${path}.reinvocationPolicy`, hook['reinvocationPolicy'], ['IfNeeded', 'Never']),
    ...(sideEffects === undefined || sideEffects === null
      ? [requiredValue(`${path}.sideEffects`, `must specify one of ${SIDE_EFFECTS.join(', ')}`)]
      : oneOf(`${path}.sideEffects`, sideEffects, SIDE_EFFECTS)),
    ...(timeout
      ? [invalidValue(`${path}.timeoutSeconds`, timeoutSeconds, 'the timeout value must be between 1 and 30 seconds')]
      : []),
    ...selectorFaults(`${path}.namespaceSelector`, hook['namespaceSelector']),
    ...selectorFaults(`${path}.objectSelector`, hook['objectSelector']),
    ...clientFaults(objectIn(hook, 'clientConfig'), `${path}.clientConfig`),
    ...conditionFaults(objectsIn(hook, 'matchConditions'), `${path}.matchConditions`),
    ...reviewFaults(textsIn(hook, 'admissionReviewVersions'), `${path}.admissionReviewVersions`),
  ];
}

function nameFaults(path: string, name: string): FieldCause[] {
  if (name === '') return [requiredValue(path)];
  const faults = subdomainFaults(name);
  if (faults.length > 0) return [invalidValue(path, name, faults.join(','))];
  const why = 'should be a domain with at least three segments separated by dots';
  return name.split('.').length < 3 ? [invalidValue(path, name, why)] : [];
}

/** What is wrong with where a webhook is. */
export function clientFaults({ url, service }: JsonObject, path: string): FieldCause[] {
  if ((url === undefined) === (service === undefined))
    return [requiredValue(path, 'exactly one of url or service is required')];
  return isJsonObject(service) ? serviceFaults(service, `${path}.service`) : urlFaults(`${path}.url`, String(url));
}

/** Why Go cannot read a URL; undefined: it can. */
function urlFault(text: string): string | undefined {
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'net/url: invalid control character in URL';
  if (text.startsWith(':')) return 'missing protocol scheme';
  const rest = text.replace(/^[A-Za-z][\w+.-]*:/, '').replace(/[?#].*$/, '');
  const hasScheme = rest.length < text.replace(/[?#].*$/, '').length;
  if (!hasScheme && !rest.startsWith('/') && (rest.split('/')[0] ?? '').includes(':'))
    return 'first path segment in URL cannot contain colon';
  const escape = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(rest);
  const host = /^\/\/(?:[^/@]*@)?([^/]*)/.exec(rest)?.[1] ?? '';
  const port = /(:[^\]]*)$/.exec(host.replace(/^\[.*\]/, ''))?.[1];
  if (port !== undefined && !/^:\d*$/.test(port))
    return `invalid port ${goQuote(port.slice(port.lastIndexOf(':')))} after host`;
  const odd = /[ "<>\\^`{|}]/.exec(host);
  if (odd !== null) return `invalid character ${goQuote(odd[0])} in host name`;
  return escape === null ? undefined : `invalid URL escape ${goQuote(escape[0])}`;
}

function urlFaults(path: string, text: string): FieldCause[] {
  const unread = urlFault(text);
  if (unread !== undefined)
    return [requiredValue(path, `url must be a valid URL: parse ${goQuote(text)}: ${unread}${URL_FORM}`)];
  const [, stated = '', user, host = '', query, fragment] =
    /^(?:([A-Za-z][\w+.-]*):)?(?:\/\/(?:([^/@?#]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? [];
  const scheme = stated.toLowerCase();
  return [
    ...(scheme === 'https' ? [] : [invalidValue(path, scheme, `'https' is the only allowed URL scheme${URL_FORM}`)]),
    ...(host === '' ? [invalidValue(path, host, `host must be specified${URL_FORM}`)] : []),
    ...(user === undefined ? [] : [invalidValue(path, user, 'user information is not permitted in the URL')]),
    ...(fragment ? [invalidValue(path, fragment, 'fragments are not permitted in the URL')] : []),
    ...(query ? [invalidValue(path, query, 'query parameters are not permitted in the URL')] : []),
  ];
}

function serviceFaults(service: JsonObject, path: string): FieldCause[] {
  const { port } = service;
  // The server mixes up its two arguments, so each field is missed where the other is empty.
  const [name, namespace] = [textIn(service, 'namespace'), textIn(service, 'name')];
  const wrongPort = typeof port === 'number' && (port < 1 || port > 65_535);
  return [
    ...(name === '' ? [requiredValue(`${path}.name`)] : []),
    ...(namespace === '' ? [requiredValue(`${path}.namespace`)] : []),
    ...(wrongPort
      ? [invalidValue(`${path}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]
      : []),
    ...pathFaults(`${path}.path`, textIn(service, 'path')),
  ];
}

function pathFaults(path: string, value: string): FieldCause[] {
  if (value === '' || value === '/') return [];
  if (value === '//') return [invalidValue(path, value, 'segment[0] may not be empty')];
  const steps = value.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(value.startsWith('/') ? [] : [invalidValue(path, value, "must start with a '/'")]),
    ...steps.flatMap((step, index) =>
      step === ''
        ? [invalidValue(path, value, `segment[${index}] may not be empty`)]
        : subdomainFaults(step).map((fault) => invalidValue(path, value, `segment[${index}]: ${fault}`)),
    ),
  ];
}

/** What is wrong with the conditions under which a webhook or a policy is asked, apart from their expressions. */
export function conditionFaults(conditions: readonly JsonObject[], path: string): FieldCause[] {
  return [
    ...(conditions.length > 64 ? [tooMany(path, conditions.length, 64)] : []),
    ...indexed(conditions, path).flatMap(([condition, at], index) => {
      const name = textIn(condition, 'name');
      const repeated = name !== '' && conditions.slice(0, index).some((other) => textIn(other, 'name') === name);
      return [
        ...(textIn(condition, 'expression').trim() === ''
          ? [requiredValue(`${at}.expression`)]
          : requestExpressionFaults(`${at}.expression`, textIn(condition, 'expression').trim())),
        ...(name === ''
          ? [requiredValue(`${at}.name`)]
          : qualifiedNameFaults(name).map((fault) => invalidValue(`${at}.name`, name, fault))),
        ...(repeated ? [duplicateValue(`${at}.name`, name)] : []),
      ];
    }),
  ];
}

function reviewFaults(versions: readonly string[], path: string): FieldCause[] {
  if (versions.length === 0) return [requiredValue(path, `must specify one of ${REVIEW_VERSIONS.join(', ')}`)];
  const faults = versions.flatMap((version, index) => {
    const at = `${path}[${index}]`;
    if (versions.indexOf(version) < index) return [invalidValue(at, version, 'duplicate version')];
    return label1035Faults(version).map((fault) => invalidValue(at, version, fault));
  });
  if (!versions.some((version) => REVIEW_VERSIONS.includes(version)))
    faults.push(invalidValue(path, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`));
  return faults;
}
