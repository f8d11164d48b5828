import { readFileSync } from 'node:fs';

/** The version of this package, as its package.json has it. */
export function generatorVersion(): string {
  for (const candidate of ['../package.json', '../../package.json']) {
    try {
      const text = readFileSync(new URL(candidate, import.meta.url), 'utf8');
      const content = JSON.parse(text) as { name?: string; version?: string };
      if (content.name === 'informer-gen' && content.version !== undefined) return content.version;
    } catch {
      // Sources and build are at different depths below package.json.
    }
  }
  return '0.0.0';
}
