import { readmeHeaderLine } from '../layout/header.js';
import { README_PATH, resourcePath } from '../layout/paths.js';
import { codeSpan, fenced, htmlComment, tableLines } from '../markdown.js';
import type { ResourceEntry } from '../model/model.js';
import { groupAccessor, pluralAccessor } from '../names/accessors.js';
import { camelCase } from '../names/identifiers.js';
import { resourceTitle } from '../names/resource-keys.js';
import { roleYaml } from '../role/format-role.js';
import { CACHE_VERBS } from '../role/permissions.js';
import { rulesOf } from '../role/rules.js';
import type { PlannedFile } from './files.js';
import type { OutputOrigin, PlanOptions } from './options.js';

const INPUT_TITLES: { readonly [type: string]: string } = { crd: 'CRDs', openapi: 'OpenAPI', cluster: 'a cluster' };

/** `README.md`: from what the output was made, how to make it again, and the role that its informers need. */
export function planReadme(
  entries: readonly ResourceEntry[],
  { inputs, command }: OutputOrigin,
  options: PlanOptions,
): PlannedFile {
  const permissions = entries.flatMap(({ group, plural }) =>
    CACHE_VERBS.map((verb) => ({ group, resource: plural, verb })),
  );
  const role = roleYaml(rulesOf(permissions), { name: 'informers' });
  const banner = options.banner === '' ? '' : `\n${htmlComment(options.banner.replace(/^\/\/ ?/gm, '').trimEnd())}`;
  return {
    path: README_PATH,
    template: 'readme',
    view: {
      header: `${readmeHeaderLine(options.generator)}${banner}`,
      inputs: inputs.map(inputText),
      command: command === undefined ? undefined : fenced('sh', command),
      resources: tableLines([
        ['resource', 'kind', 'of the factory', 'module'],
        ...entries.map((entry) => resourceCells(entry, options)),
      ]),
      role: fenced('yaml', role.trimEnd()),
    },
  };
}

/** `crd ../crds` for people. */
function inputText(input: string): string {
  const space = input.indexOf(' ');
  const [type, name] = space === -1 ? [input, ''] : [input.slice(0, space), input.slice(space + 1)];
  const title = INPUT_TITLES[type] ?? type;
  if (name === '-') return `${title}: standard input`;
  return name === '' ? title : `${title}: ${codeSpan(name)}`;
}

function resourceCells(entry: ResourceEntry, { names }: PlanOptions): string[] {
  const accessor = [groupAccessor(entry.group, names), camelCase(entry.version), pluralAccessor(entry, names)];
  const deprecated = entry.deprecated === undefined ? '' : ' (deprecated)';
  return [
    `${codeSpan(resourceTitle(entry))}${deprecated}`,
    codeSpan(entry.kind),
    codeSpan(accessor.join('.')),
    codeSpan(resourcePath(entry)),
  ];
}
