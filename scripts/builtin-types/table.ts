/** What `main.go` prints. */
export interface GoTypes {
  /** `apps/v1/Deployment` to the name of its type. */
  readonly kinds: { readonly [kind: string]: string };
  readonly types: { readonly [name: string]: readonly GoField[] };
}

interface GoField {
  readonly name: string;
  readonly type: string;
  readonly pointer?: boolean;
  readonly omit?: boolean;
  readonly omitZero?: boolean;
  readonly strategy?: string;
  readonly mergeKey?: string;
}

/** The part of the OpenAPI snapshot that is read here. */
export interface Snapshot {
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
}

interface Schema {
  readonly properties?: { readonly [name: string]: Schema };
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
}

/** Types that are no structs on the wire: what they are there. */
const selfMade: Readonly<Record<string, string>> = {
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': 't',
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': 't',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'i',
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'q',
  'io.k8s.apimachinery.pkg.runtime.RawExtension': '@',
};
const scalars: Readonly<Record<string, string>> = { string: 's', number: 'n', boolean: 'b' };

const HEADER = `/* oxlint-disable max-lines -- one line for each type */
/**
 * The fields of built-in kinds; made by \`npm run generate:builtin-types\`, read by builtin-types.ts, which says what the
 * signs mean. One line for each type, and one for each kind.
 */
export const builtinTypesTable = \`
`;

/** The whole file. */
export function tableText(go: GoTypes, snapshot: Snapshot): string {
  const kinds = Object.entries(go.kinds).filter(([kind]) => /(^|\/)v\d+\/[^/]*$/.test(kind));
  const lines = kinds.map(([kind, type]) => `${kind} ${short(type)}`).sort();
  const waiting = kinds.map(([, type]) => type);
  const done = new Map<string, string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (done.has(name)) continue;
    const fields = go.types[name] ?? [];
    done.set(name, typeLine(name, fields, snapshot));
    for (const { type } of fields) waiting.push(...(type.match(/(?<!self:)\bio\.k8s[\w.-]+/g) ?? []));
  }
  return `${HEADER}${[...lines, ...[...done.values()].sort()].join('\n')}\n\`;\n`;
}

function typeLine(name: string, fields: readonly GoField[], snapshot: Snapshot): string {
  const schema = snapshot.components.schemas[name] ?? {};
  const atomic = schema['x-kubernetes-map-type'] === 'atomic' ? '!' : '';
  const sorted = [...fields].sort((a, b) => (a.name < b.name ? -1 : 1));
  const texts = sorted.map((field) => `${field.name}=${fieldText(field, schema.properties?.[field.name] ?? {})}`);
  return [`${short(name)}${atomic}`, ...texts].join(' ');
}

function fieldText(field: GoField, schema: Schema): string {
  const isStruct = !field.pointer && /^(self:)?io\.k8s/.test(field.type);
  const shown = isStruct ? !field.omitZero : !field.omit && !field.omitZero;
  const flags = (shown ? '+' : '') + (field.pointer ? '?' : '');
  return flags + expression(field.type, schema) + patchText(field);
}

function expression(type: string, schema: Schema): string {
  const atomic = { atomic: '!', granular: '~' }[String(schema['x-kubernetes-map-type'])] ?? '';
  if (type.startsWith('[')) return `[${expression(type.slice(1, -1), {})}]${relationship(schema)}`;
  if (type.startsWith('{')) return `{${expression(type.slice(1, -1), {})}}${atomic}`;
  if (type.startsWith('self:')) return selfMade[type.slice(5)] ?? '*';
  return scalars[type] ?? short(type) + atomic;
}

/** Nothing for an atomic list, `=` for a set, `:a,b` for a map with these keys. */
function relationship(schema: Schema): string {
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set') return '=';
  if (type === 'map') return `:${(schema['x-kubernetes-list-map-keys'] ?? []).join(',')}`;
  if (type === undefined && schema['x-kubernetes-patch-strategy']?.startsWith('merge')) {
    const key = schema['x-kubernetes-patch-merge-key'];
    return key === undefined ? '=' : `:${key}`;
  }
  return '';
}

/** `/key` for a list that is merged by a key, `/` for one of plain values, `$` for objects that retain keys. */
function patchText({ strategy = '', mergeKey = '', type }: GoField): string {
  const merges = strategy.startsWith('merge') && type.startsWith('[') ? `/${mergeKey}` : '';
  return merges + (strategy.includes('retainKeys') ? '$' : '') + (strategy === 'replace' ? '#' : '');
}

function short(name: string): string {
  return name
    .replace('io.k8s.apimachinery.pkg.apis.meta.v1.', 'meta.')
    .replace('io.k8s.apiextensions-apiserver.pkg.apis.', '')
    .replace('io.k8s.api.', '');
}
