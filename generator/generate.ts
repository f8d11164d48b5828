import { commandOf } from './config/command.js';
import { outputChoices, resolveSettings } from './config/settings.js';
import type { GenerateOptions } from './config/options.js';
import type { Settings } from './config/settings.js';
import { readSources } from './input/sources.js';
import { emitterFor } from './emit/emit.js';
import { MANIFEST_PATH } from './layout/paths.js';
import { buildModel, inputsOf } from './model/build-model.js';
import type { BuiltModel } from './model/build-model.js';
import { compareFiles, outputReader } from './output/compare.js';
import type { Changes } from './output/compare.js';
import { expansionsIn } from './output/expansions.js';
import type { Expansions } from './output/expansions.js';
import { hasForeignReadme } from './output/foreign-readme.js';
import { fingerprintOf, inputNames, isUpToDate, relativeTo } from './output/fingerprint.js';
import { makeManifest, withNamesOf } from './output/make-manifest.js';
import { readManifest } from './output/manifest.js';
import { manifestText } from './output/manifest-text.js';
import { previousOutput } from './output/previous-output.js';
import type { PreviousOutput } from './output/previous-output.js';
import { refuseToPrune } from './output/prune.js';
import { isInterrupted, recover, stageChanges } from './output/transaction.js';
import { refuseEmptyOutput, unmatchedPatterns } from './nothing-to-generate.js';
import { generatorTitle } from './package-files.js';
import type { OutputOrigin } from './plan/options.js';
import { planFiles } from './plan/plan.js';
import { renderFile } from './render/templates.js';
import { report, unchangedReport } from './report.js';
import type { GenerateReport } from './report.js';
import { syntaxChecker } from './verify/syntax-checker.js';
import type { SyntaxChecker } from './verify/syntax-checker.js';
import { verifyOutput } from './verify/verify.js';

/**
 * Reads CRDs, OpenAPI documents or a cluster and writes typed informers, listers and a factory.
 *
 * Writes all or nothing, and only what changed. What is wrong with one CRD is in the report's `problems`; the others are
 * written. Throws a `UsageError` for options that cannot be meant or that leave nothing to generate, a `WriteError` when the disk refuses, and a
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
  const interrupted = isInterrupted(settings.out);
  const before = readManifest(settings.out);

  settings.onProgress('reading');
  const { sources, warnings: missing } = await readSources(settings);
  const expansions = expansionsIn(settings.out);
  const hasReadme = settings.readme && !hasForeignReadme(settings.out);
  const choices = { ...outputChoices(settings), readme: hasReadme };
  const fingerprint = fingerprintOf({ sources, inputs: settings, choices, expansions: expansions.fingerprint });
  if (writes && !settings.force && before !== undefined && isUpToDate(settings.out, before, fingerprint)) {
    return unchangedReport(before, performance.now() - started);
  }

  const checker = settings.verify === 'none' ? undefined : syntaxChecker();
  try {
    settings.onProgress('building the model');
    const built = buildModel(inputsOf(sources), settings);
    const read = { sources, options: settings, built };
    if (!settings.allowEmpty) refuseEmptyOutput(read);
    const previous = previousOutput(before, built, {
      nameOf: (file) => relativeTo(settings, file),
      emit: settings.emit,
    });
    const command = commandOf(options, settings);
    // How the same inputs were named, and by which command, makes no output out of date.
    const named = settings.check ? before : undefined;
    const readme = hasReadme ? (named ?? { inputs: inputNames(settings), command }) : undefined;

    settings.onProgress('rendering');
    const rendered = renderAll(built, previous, { settings, expansions, checker, readme });
    const files = new Map([...previous.texts(settings.out), ...rendered]);
    const made = makeManifest({ inputs: settings, fingerprint, command, built, previous, files });
    const manifest = named === undefined ? made : withNamesOf(made, named);
    const wanted = new Map([...files, [MANIFEST_PATH, manifestText(manifest)]]);
    const changes = compareFiles(settings.out, wanted, before);
    refuseToPrune(before, inputNames(settings), changes, settings);

    settings.onProgress('verifying');
    const verified = verifyOutput({ ...settings, changed: changes.write, wanted, checker });
    if (writes && previous.blocked === undefined) await writeVerified(settings, changes, verified);
    else await verified;
    const warnings = [...missing, ...unmatchedPatterns(read), ...(interrupted ? [INTERRUPTED] : [])];
    const { check } = settings;
    return report({ built, previous, changes, warnings, interrupted, check, durationMs: performance.now() - started });
  } finally {
    checker?.close();
  }
}

const INTERRUPTED =
  'an earlier run was interrupted while it moved files, and the output may be a mix of old and new: run informer-gen again';

/** Writes new texts beside their targets while they are still being parsed, and moves them in once that went well. */
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
  readonly readme: OutputOrigin | undefined;
}

/** Renders every file, and passes those that differ from the disk on to be parsed at once. */
function renderAll(
  built: BuiltModel,
  previous: PreviousOutput,
  { settings, expansions, checker, readme }: RenderContext,
): Map<string, string> {
  const files = planFiles(
    { model: built.model, known: built.known, retained: previous.retained },
    { ...settings, readme, generator: generatorTitle(), expansionOf: expansions.partsOf },
  );
  const texts = new Map<string, string>();
  const onDisk = outputReader(settings.out);
  const emit = emitterFor(settings.emit);
  for (const file of files) {
    for (const { path, text } of emit({ path: file.path, text: renderFile(file) })) {
      texts.set(path, text);
      if (!path.endsWith('.md') && onDisk(path) !== text) checker?.add(path, text);
    }
  }
  return new Map([...texts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
