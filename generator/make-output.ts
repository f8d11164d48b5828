import { commandOf } from './config/command.js';
import type { GenerateOptions } from './config/options.js';
import type { Settings } from './config/settings.js';
import { emitterFor } from './emit/emit.js';
import type { Source } from './input/sources.js';
import { MANIFEST_PATH } from './layout/paths.js';
import { buildModel, inputsOf } from './model/build-model.js';
import type { BuiltModel } from './model/build-model.js';
import { refuseEmptyOutput, unmatchedPatterns, unusedNames } from './matches-nothing.js';
import { compareFiles, outputReader } from './output/compare.js';
import type { Changes } from './output/compare.js';
import type { Expansions } from './output/expansions.js';
import { inputNames, relativeTo } from './output/fingerprint.js';
import { makeManifest, withNamesOf } from './output/make-manifest.js';
import type { Manifest } from './output/manifest.js';
import { manifestText } from './output/manifest-text.js';
import { previousOutput } from './output/previous-output.js';
import type { PreviousOutput } from './output/previous-output.js';
import { refuseToPrune } from './output/prune.js';
import { stageChanges } from './output/transaction.js';
import { generatorTitle } from './package-files.js';
import type { OutputOrigin } from './plan/options.js';
import { planFiles } from './plan/plan.js';
import { renderFile } from './render/templates.js';
import { report } from './report.js';
import type { GenerateReport } from './report.js';
import { syntaxChecker } from './verify/syntax-checker.js';
import type { SyntaxChecker } from './verify/syntax-checker.js';
import { verifyOutput } from './verify/verify.js';

/** What was read, and what there was before. */
export interface OutputRun {
  readonly options: GenerateOptions;
  readonly settings: Settings;
  /** Emptied once the model is made of them. */
  readonly sources: Source[];
  /** Of reading. */
  readonly warnings: readonly string[];
  readonly expansions: Expansions;
  readonly hasReadme: boolean;
  /** Of all that the output depends on, with the sources as they were read last. */
  readonly fingerprint: () => string;
  readonly before: Manifest | undefined;
  /** An earlier run ended between two moves. */
  readonly interrupted: boolean;
  /** When, by `performance.now()`. */
  readonly started: number;
}

/** Turns what was read into files, and writes those that differ from the disk. Each stage gets what the one before returned. */
export async function makeOutput(run: OutputRun): Promise<GenerateReport> {
  const { options, settings, sources, expansions, hasReadme, before, interrupted, started } = run;
  const writes = !settings.check && !settings.dryRun;
  const checker = settings.verify === 'none' ? undefined : syntaxChecker();
  try {
    settings.onProgress('building the model');
    const built = buildModel(inputsOf(sources), settings);
    const read = { sources, options: settings, built };
    if (!settings.allowEmpty) refuseEmptyOutput(read);
    const unmatched = [...unmatchedPatterns(read), ...unusedNames(read)];
    const fingerprint = run.fingerprint();
    sources.length = 0;
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
    const warnings = [...run.warnings, ...unmatched, ...(interrupted ? [INTERRUPTED] : [])];
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
  return new Map([...texts.keys()].sort().map((path) => [path, texts.get(path) ?? '']));
}
