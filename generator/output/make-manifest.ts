import type { BuiltModel } from '../model/build-model.js';
import { byResourceKey } from '../names/resource-keys.js';
import { generatorTitle } from '../package-files.js';
import { inputNames, relativeTo } from './fingerprint.js';
import type { InputChoices } from './fingerprint.js';
import { contentHash } from './manifest.js';
import type { Manifest, ManifestResource } from './manifest.js';
import type { PreviousOutput } from './previous-output.js';

/** What a manifest is made of. */
export interface ManifestInput {
  readonly inputs: InputChoices;
  readonly fingerprint: string;
  /** The command that makes the output again; undefined where no command can. */
  readonly command: string | undefined;
  readonly built: BuiltModel;
  readonly previous: PreviousOutput;
  /** Every file of the output but the manifest, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** The manifest of a run. One with problems has no fingerprint, so that the next run reports them again. */
export function makeManifest({ inputs, fingerprint, command, built, previous, files }: ManifestInput): Manifest {
  const fresh: ManifestResource[] = built.model.resources.map((resource) => ({
    group: resource.group,
    version: resource.version,
    plural: resource.plural,
    kind: resource.kind,
    deprecated: resource.deprecated,
    source: relativeTo(inputs, resource.source.file),
    own: resource.type.type === 'tree',
  }));
  const paths = [...files.keys()].sort();
  return {
    generator: generatorTitle(),
    fingerprint: built.problems.length === 0 ? fingerprint : '',
    inputs: inputNames(inputs),
    command,
    resources: [...fresh, ...previous.retained].sort(byResourceKey),
    files: Object.fromEntries(paths.map((file) => [file, contentHash(files.get(file) ?? '')])),
  };
}

/** A manifest that names its inputs and its command as another one does. */
export function withNamesOf(manifest: Manifest, { inputs, command, fingerprint }: Manifest): Manifest {
  return { ...manifest, inputs, command, fingerprint };
}
