import path from 'node:path';
import type { GenerateOptions } from './config/options.js';
import { resolveSettings, type Settings } from './config/settings.js';
import { readSources } from './input/sources.js';
import { buildModel, type BuiltModel } from './model/build-model.js';
import { keepFormer, type Former } from './output/previous-output.js';
import { planFiles } from './plan/plan.js';
import { expansionsIn, type Expansions } from './output/expansions.js';
import { fingerprintOf, inputNames, isUpToDate, relativeTo } from './output/fingerprint.js';
import { renderFile } from './render/templates.js';
import { report, unchangedReport, type GenerateReport } from './report.js';
import { generatorVersion } from './package-files.js';
import { verifyOutput } from './verify/verify.js';
import { syntaxChecker, type SyntaxChecker } from './verify/syntax-checker.js';
import { compareFiles, outputReader, type Changes } from './output/compare.js';
import { makeManifest } from './output/make-manifest.js';
import { MANIFEST, readManifest } from './output/manifest.js';
import { manifestText } from './output/manifest-text.js';
import { refuseToPrune } from './output/prune.js';
import { recover, stageChanges } from './output/transaction.js';

/**
 * Reads CRDs, OpenAPI documents or a cluster and writes typed informers, listers and a factory.
 *
 * Writes all or nothing, and only what changed. What is wrong with one CRD is in the report's `problems`; the others are
 * written. Throws a `UsageError` for options that cannot be meant, a `WriteError` when the disk refuses, and a
 * `VerifyError` when the output would not be valid TypeScript; in all three cases the old output is as it was.
 *
 * @example
 * const { written, problems } = await generate({ crd: ['./crds'], out: './generated' });
 */
export async function generate(options: GenerateOptions): Promise<GenerateReport> {
  const started = performance.now();
  const settings = resolveSettings(options);
  const writes = !settings.check && !settings.dryRun;
  if (writes) recover(settings.out);
  const before = readManifest(settings.out);

  settings.onProgress('reading');
  const sources = await readSources(settings);
  const expansions = expansionsIn(settings.out);
  const fingerprint = fingerprintOf({ sources, settings, expansions });
  if (writes && !settings.force && before !== undefined && isUpToDate(settings.out, before, fingerprint)) {
    return unchangedReport(before, performance.now() - started);
  }

  const checker = settings.verify === 'none' ? undefined : syntaxChecker();
  try {
    settings.onProgress('building the model');
    const built = buildModel(sources, settings);
    const former = keepFormer(before, built, (file) => relativeTo(settings, file));

    settings.onProgress('rendering');
    const rendered = renderAll(built, former, { settings, expansions, checker });
    const kept = former.texts(settings.out);
    const manifest = makeManifest({ settings, fingerprint, built, former, rendered, kept });
    const wanted = new Map([...kept, ...rendered, [MANIFEST, manifestText(manifest)]]);
    const changes = compareFiles(settings.out, wanted, before);
    refuseToPrune(before, inputNames(settings), changes, settings);

    settings.onProgress('verifying');
    const verified = verifyOutput({ changes, wanted, settings, checker });
    if (writes && !former.blocked) await writeVerified(settings, changes, verified);
    else await verified;
    return report({ built, former, changes, settings, durationMs: performance.now() - started });
  } finally {
    checker?.close();
  }
}

/** Writes new texts beside their places while they are still being parsed, and moves them in once that went well. */
async function writeVerified(settings: Settings, changes: Changes, verified: Promise<void>): Promise<void> {
  // Where staging fails first, that is the error to report.
  verified.catch(() => undefined);
  const removals = changes.remove.map((file) => ({ path: file, text: undefined }));
  const staged = stageChanges(settings.out, [...changes.write, ...removals]);
  try {
    await verified;
  } catch (error) {
    staged.discard();
    throw error;
  }
  settings.onProgress('writing');
  staged.commit();
}

/** What rendering needs beside the model. */
interface RenderContext {
  readonly settings: Settings;
  readonly expansions: Expansions;
  readonly checker: SyntaxChecker | undefined;
}

/** Renders every file, and passes those that differ from the disk on to be parsed at once. */
function renderAll(
  built: BuiltModel,
  former: Former,
  { settings, expansions, checker }: RenderContext,
): Map<string, string> {
  const files = planFiles(
    { model: built.model, known: built.known, kept: former.resources },
    {
      runtimeModule: settings.runtimeModule,
      importExtension: settings.importExtension,
      layout: settings.layout,
      banner: settings.banner,
      generator: `informer-gen ${generatorVersion()}`,
      names: settings.names,
      docs: settings.docs,
      expansionOf: (file, typeName) => expansions.partsOf(path.posix.normalize(file), typeName),
    },
  );
  const texts = new Map<string, string>();
  const onDisk = outputReader(settings.out);
  for (const file of files) {
    const text = renderFile(file);
    texts.set(file.path, text);
    if (checker !== undefined && onDisk(file.path) !== text) checker.add(file.path, text);
  }
  return new Map([...texts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
