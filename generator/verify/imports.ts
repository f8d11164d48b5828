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

/** Each file with the generated files that it leads to, itself included. */
export function importClosure(start: string, files: ReadonlyMap<string, string>): string[] {
  const reached = new Set<string>();
  const queue = [start];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const text = files.get(file);
    if (text === undefined || reached.has(file)) continue;
    reached.add(file);
    queue.push(...relativeImports(file, text).map((module) => `${module}.ts`));
  }
  return [...reached].sort();
}
