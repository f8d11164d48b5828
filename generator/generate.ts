import { outputChoices, resolveSettings } from './config/settings.js';
import type { GenerateOptions } from './config/options.js';
import { readSources } from './input/sources.js';
import { expansionsIn } from './output/expansions.js';
import { fingerprintOf, isUpToDate } from './output/fingerprint.js';
import { hasForeignReadme } from './output/foreign-readme.js';
import { readManifest } from './output/manifest.js';
import { refuseNoFolder } from './output/out-folder.js';
import { isInterrupted, recover } from './output/transaction.js';
import { unchangedReport } from './report.js';
import type { GenerateReport } from './report.js';

/**
 * Reads CRDs, OpenAPI documents or a cluster and writes typed informers, listers and a factory.
 *
 * Writes all or nothing, and only what changed. What is wrong with one CRD is in the report's `problems`; the others are
 * written. Throws a `UsageError` for options that cannot be meant or that leave nothing to generate, a `WriteError` when the disk refuses, and a
 * `VerifyError` when the output would not be valid TypeScript; in all three cases the old output is as it was.
 *
 * @example
 * const { ok, written } = await generate({ crd: ['./crds'], out: './generated', dryRun: true });
 * ok; // → true
 * console.log(written.length);
 */
export async function generate(options: GenerateOptions): Promise<GenerateReport> {
  const started = performance.now();
  const settings = resolveSettings(options);
  const writes = !settings.check && !settings.dryRun;
  refuseNoFolder(settings.out);
  if (writes) recover(settings.out);
  const interrupted = isInterrupted(settings.out);
  const before = readManifest(settings.out);

  settings.onProgress('reading');
  const { sources, warnings } = await readSources(settings);
  const expansions = expansionsIn(settings.out);
  const hasReadme = settings.readme && !hasForeignReadme(settings.out);
  const choices = { ...outputChoices(settings), readme: hasReadme };
  const fingerprint = (): string =>
    fingerprintOf({ sources, inputs: settings, choices, expansions: expansions.fingerprint });
  const maySkip = !settings.dryRun && !settings.force && !interrupted;
  if (maySkip && before !== undefined && isUpToDate(settings.out, before, fingerprint())) {
    return unchangedReport(before, performance.now() - started);
  }
  // Most runs of a build step end above: what they do not need is not loaded for them.
  const { makeOutput } = await import('./make-output.js');
  return makeOutput({
    options,
    settings,
    sources,
    warnings,
    expansions,
    hasReadme,
    fingerprint,
    before,
    interrupted,
    started,
  });
}
