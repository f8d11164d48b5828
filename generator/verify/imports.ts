import path from 'node:path/posix';

/** The relative modules that a text imports or passes on, resolved to paths of the output, without their extension. */
export function relativeImports(file: string, text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/^(?:import|export)\b[^'\n]*\bfrom '(\.{1,2}\/[^'\n]+)';$/gm)) {
    const specifier = match[1] ?? '';
    found.push(path.join(path.dirname(file), specifier).replace(/\.(?:js|ts)$/, ''));
  }
  return found;
}
