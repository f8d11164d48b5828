import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, sameJson } from '../simulated/objects/api-object.js';
import type { JsonObject } from '../simulated/objects/api-object.js';
import { parseYaml } from '../simulated/representation/yaml.js';

/**
 * The CustomResourceDefinitions in a YAML or JSON file, or in all of a folder and the folders in it: what else is there, such as a kustomization, is
 * passed over. One that is there twice counts once. Throws where there is none, since a misspelt path is the likeliest reason.
 */
export function readCrds(path: string): JsonObject[] {
  const files = filesIn(path);
  const found = new Map<string, { readonly crd: JsonObject; readonly file: string }>();
  for (const file of files) {
    for (const crd of documentsOf(file).flatMap(definitionsIn)) {
      const name = nameOf(crd);
      const before = found.get(name);
      if (before !== undefined && !sameJson(before.crd, crd))
        throw new Error(`crds: ${before.file} and ${file} both define ${name}, and not alike: leave one of them out`);
      found.set(name, { crd, file });
    }
  }
  if (found.size > 0) return Array.from(found.values(), ({ crd }) => crd);
  const where = files.length === 1 ? path : `${path} (${files.length} files that end in .yaml, .yml or .json)`;
  throw new Error(`crds: there is no CustomResourceDefinition in ${where}`);
}

function filesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`crds: ${path} is not there, seen from ${process.cwd()}`);
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ya?ml|json)$/.test(name) && !/(^|[/\\])(\.|node_modules[/\\])/.test(name))
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile())
    .sort();
}

function documentsOf(file: string): unknown[] {
  const text = readFileSync(file, 'utf8');
  try {
    return parseYaml(text);
  } catch (error) {
    throw new Error(`crds: ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** `kubectl get crds -o yaml` writes a list. */
function definitionsIn(document: unknown): JsonObject[] {
  if (!isJsonObject(document)) return [];
  if (document['kind'] === 'CustomResourceDefinition') return [document];
  const { items } = document;
  return Array.isArray(items) && String(document['kind']).endsWith('List') ? items.flatMap(definitionsIn) : [];
}

function nameOf({ metadata }: JsonObject): string {
  return String(isJsonObject(metadata) ? metadata['name'] : undefined);
}
