import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '../simulated/representation/yaml.js';

/** The objects in a YAML or JSON file, or in all of a folder's. */
export function readCrds(path: string): unknown[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => /\.(ya?ml|json)$/.test(name))
        .map((name) => join(path, name))
    : [path];
  return files.flatMap((file) => parseYaml(readFileSync(file, 'utf8')));
}
