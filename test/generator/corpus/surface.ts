import { readFileSync } from 'node:fs';
import path from 'node:path';
import { resolveSettings } from '../../../generator/config/settings.js';
import { sourceOf as inputOf } from '../../../generator/input/sources.js';
import type { Source } from '../../../generator/input/sources.js';
import { buildModel, inputsOf } from '../../../generator/model/build-model.js';
import { planFiles } from '../../../generator/plan/plan.js';
import { renderFile } from '../../../generator/render/templates.js';
import { codeOnly } from './scan-output.js';
import { DATA } from './corpus.js';

/** A file of the corpus as the generator reads it. */
export function sourceOf(file: string): Source {
  return inputOf(file, 'crd', readFileSync(path.join(DATA, file)));
}

/**
 * What a user's code can name in the output of some CRDs: by module, its exports and the members of its accessors.
 * Modules in `shared/` are not for users.
 */
export function surfaceOf(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const settings = resolveSettings({ crd: ['x'], out: '/out', cwd: '/' });
  const { model, known } = buildModel(inputsOf(sources), settings);
  const files = planFiles(
    { model, known, retained: [] },
    {
      runtimeModule: settings.runtimeModule,
      importExtension: settings.importExtension,
      layout: settings.layout,
      banner: settings.banner,
      generator: 'informer-gen',
      names: settings.names,
      expansionOf: () => undefined,
    },
  );
  const users = [...files].filter((file) => !file.path.startsWith('shared/'));
  return new Map(users.map((file) => [file.path, namesIn(file.path, renderFile(file))]));
}

const EXPORTS = /^export (?:declare )?(?:type|interface|const|function|class) (\w+)/gm;
const REEXPORTS = /^export (?:type )?\{ ([^}]+) \}/gm;
const MEMBERS = /^\s+readonly (?:'([^'\n]+)'|(\w+))\??: /gm;

function namesIn(file: string, text: string): Set<string> {
  const code = codeOnly(text);
  const names = [...code.matchAll(EXPORTS)].map(([, name = '']) => `export ${name}`);
  for (const [, list = ''] of code.matchAll(REEXPORTS)) {
    names.push(...list.split(',').map((name) => `export ${name.trim()}`));
  }
  // Only there are members accessors; in types they are the schema's own.
  if (joins(file)) names.push(...[...text.matchAll(MEMBERS)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
  return new Set(names);
}

/** Whether a file joins resources, and so has more names with more of them. */
export function joins(file: string): boolean {
  return /(?:^|\/)(?:index|informers|factory|clientset|generic)\.ts$|^[^/]+\/[^/]+\/(?:types|writes)\.ts$/.test(file);
}
