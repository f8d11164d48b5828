import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generate } from '../../generator/index.js';
import type * as clientset from '../controller/generated/clientset.js';
import type * as generated from '../controller/generated/index.js';
import type { Terminal } from './terminal.js';

/** The sample CRDs. */
export const crdFolder: string = fileURLToPath(new URL('../crds/', import.meta.url));

/** The module that is generated. Its types are those of the copy that is checked in with the example controller. */
export type GeneratedModule = typeof generated & Pick<typeof clientset, 'Clientset'>;

/** Generates typed informers from the sample CRDs, and loads them. What else is in the folder stays. */
export async function generateChapter(terminal: Terminal, out: string): Promise<GeneratedModule> {
  await terminal.chapter('Generate', 'typed informers, listers and a factory from the CRDs in examples/crds');
  const report = await generate({ crd: crdFolder, out, force: true, prune: true });
  const seconds = (report.durationMs / 1000).toFixed(1);
  const shown = path.relative(process.cwd(), out) || '.';
  terminal.code(
    `npx informer-gen --crd examples/crds --out ${shown}`,
    `${report.resources} resources, ${report.written.length + report.unchanged} files, ${seconds} s`,
  );
  await showFields(terminal, out);
  const load = (file: string): Promise<object> => import(pathToFileURL(path.join(out, file)).href);
  return { ...(await load('index.ts')), ...(await load('clientset.ts')) } as GeneratedModule;
}

/** Three fields of a generated interface, as they are in the file. */
async function showFields(terminal: Terminal, out: string): Promise<void> {
  const text = await readFile(path.join(out, 'example.com/v1/types/widgets.ts'), 'utf8');
  const lines = text.split('\n');
  for (const field of ['color', 'size', 'replicas']) {
    const line = lines.find((each) => each.includes(`readonly ${field}`));
    if (line !== undefined) terminal.line(terminal.style('dim', line.trim()));
  }
}
