import { existsSync, readFileSync } from 'node:fs';
import { isObject, member } from '../input/json.js';
import { parseDocuments } from '../input/parse-documents.js';

/**
 * Says in what a role in a file differs from the one that is wanted: what it lacks, and what it grants beyond; undefined where
 * both grant the same, however their rules are cut.
 */
export function differenceOfRoles(wanted: object, file: string): string | undefined {
  if (!existsSync(file)) return 'there is no such file';
  let documents: readonly unknown[];
  try {
    documents = parseDocuments(readFileSync(file, 'utf8'));
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  const found = documents.find(
    (document) => isObject(document) && ['Role', 'ClusterRole'].includes(String(member(document, 'kind'))),
  );
  const [has, needs] = [grantsOf(found), grantsOf(wanted)];
  const lacks = [...needs].filter((grant) => !has.has(grant));
  const beyond = [...has].filter((grant) => !needs.has(grant));
  const parts = [
    ...(lacks.length > 0 ? [`it lacks ${lacks.join(', ')}`] : []),
    ...(beyond.length > 0 ? [`nothing needs ${beyond.join(', ')}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** `patch websites.web.acme.dev/status`, one for each verb on each resource. */
function grantsOf(role: unknown): Set<string> {
  const rules = isObject(role) ? member(role, 'rules') : undefined;
  const grants = new Set<string>();
  for (const rule of Array.isArray(rules) ? rules : []) {
    for (const group of textsAt(rule, 'apiGroups')) {
      for (const resource of textsAt(rule, 'resources')) {
        const [plural = '', ...part] = resource.split('/');
        const name = [group === '' ? plural : `${plural}.${group}`, ...part].join('/');
        for (const verb of textsAt(rule, 'verbs')) grants.add(`${verb} ${name}`);
      }
    }
  }
  return grants;
}

function textsAt(rule: unknown, name: string): string[] {
  const value = isObject(rule) ? member(rule, name) : undefined;
  return Array.isArray(value) ? value.map(String) : [];
}
