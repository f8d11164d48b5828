import { parseResourceKey, resourceKey } from '../names/resource-keys.js';
import type { Manifest, ManifestResource } from './manifest.js';

/** Characters of a file's hash; the first form had more. */
export const HASH_LENGTH = 16;

/** A path, cut after its last slash: the folder, which is written once for all that is in it, and the rest. */
type ByFolder<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/** What a resource is beside its key `group/version/plural`: its kind, or more where there is more to say. */
type ResourceText = string | { readonly kind: string; readonly deprecated?: string; readonly own?: boolean };

/** A manifest as it is on disk. */
interface ManifestFile extends Omit<Manifest, 'resources' | 'files'> {
  /** By the input they came from, then by key. */
  readonly resources: ByFolder<Readonly<Record<string, ResourceText>>>;
  readonly files: ByFolder<string>;
}

/** The text of a manifest, a line for each input and file; the same content gives the same bytes. */
export function manifestText({ resources, files, ...rest }: Manifest): string {
  const bySource = new Map<string, Map<string, ResourceText>>();
  for (const resource of resources) {
    const known = bySource.get(resource.source) ?? new Map<string, ResourceText>();
    bySource.set(resource.source, known.set(resourceKey(resource), resourceText(resource)));
  }
  const sources = [...bySource].map(([source, found]) => [source, Object.fromEntries(found)] as const);
  const head = JSON.stringify(rest, null, 1).slice(0, -2);
  return `${head},\n "resources": ${foldersText(sources)},\n "files": ${foldersText(Object.entries(files))}\n}\n`;
}

/** The manifest in a text, also one of the first form, in which every path was written out; throws where it is none. */
export function parseManifest(text: string): Manifest {
  const file = JSON.parse(text) as Partial<ManifestFile> | null;
  const good =
    typeof file?.generator === 'string' &&
    typeof file.fingerprint === 'string' &&
    Array.isArray(file.inputs) &&
    isContainer(file.resources) &&
    isContainer(file.files);
  if (!good) throw new Error('it lacks a field');
  if (Array.isArray(file.resources)) return firstForm(file as unknown as Manifest);
  const { resources, files, ...rest } = file as ManifestFile;
  return {
    ...rest,
    resources: withPaths(resources).flatMap(([source, found]) =>
      Object.entries(found).map(([key, resource]) => ({
        source,
        ...parseResourceKey(key),
        ...parseResource(resource),
      })),
    ),
    files: Object.fromEntries(withPaths(files)),
  };
}

function firstForm(manifest: Manifest): Manifest {
  const files = Object.entries(manifest.files).map(([file, hash]) => [file, hash.slice(0, HASH_LENGTH)]);
  return { ...manifest, files: Object.fromEntries(files) };
}

function foldersText(entries: readonly (readonly [path: string, content: unknown])[]): string {
  const folders = new Map<string, string[]>();
  for (const [path, content] of entries) {
    const cut = path.lastIndexOf('/') + 1;
    const line = `\n   ${JSON.stringify(path.slice(cut))}: ${JSON.stringify(content)}`;
    const known = folders.get(path.slice(0, cut));
    if (known === undefined) folders.set(path.slice(0, cut), [line]);
    else known.push(line);
  }
  const texts = [...folders].map(([folder, lines]) => `\n  ${JSON.stringify(folder)}: {${lines.join(',')}\n  }`);
  return `{${texts.join(',')}\n }`;
}

function withPaths<T>(folders: ByFolder<T>): (readonly [path: string, content: T])[] {
  return Object.entries(folders).flatMap(([folder, entries]) =>
    Object.entries(entries).map(([name, content]) => [folder + name, content] as const),
  );
}

function resourceText({ kind, deprecated, own }: ManifestResource): ResourceText {
  if (deprecated === undefined && own) return kind;
  return { kind, ...(deprecated !== undefined && { deprecated }), ...(!own && { own }) };
}

function parseResource(text: ResourceText): Pick<ManifestResource, 'kind' | 'deprecated' | 'own'> {
  if (typeof text === 'string') return { kind: text, deprecated: undefined, own: true };
  return { kind: text.kind, deprecated: text.deprecated, own: text.own ?? true };
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
