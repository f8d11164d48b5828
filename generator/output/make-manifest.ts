import type { Settings } from '../config/settings.js';
import type { BuiltModel } from '../model/build-model.js';
import type { Former } from './previous-output.js';
import { generatorVersion } from '../package-files.js';
import { inputNames, relativeTo } from './fingerprint.js';
import { contentHash, type Manifest, type ManifestResource } from './manifest.js';

/** What a manifest is made of. */
export interface ManifestInput {
  readonly settings: Settings;
  readonly fingerprint: string;
  readonly built: BuiltModel;
  readonly former: Former;
  readonly rendered: ReadonlyMap<string, string>;
  readonly kept: ReadonlyMap<string, string>;
}

/** The manifest of a run. One with problems has no fingerprint, so that the next run reports them again. */
export function makeManifest({ settings, fingerprint, built, former, rendered, kept }: ManifestInput): Manifest {
  const files = new Map([...kept, ...rendered]);
  const fresh: ManifestResource[] = built.model.resources.map((resource) => ({
    group: resource.group,
    version: resource.version,
    plural: resource.plural,
    kind: resource.kind,
    deprecated: resource.deprecated,
    source: relativeTo(settings, resource.source.file),
    own: resource.type.type === 'tree',
  }));
  const resources = [...fresh, ...former.resources].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const paths = [...files.keys()].sort();
  return {
    generator: `informer-gen ${generatorVersion()}`,
    fingerprint: built.problems.length === 0 ? fingerprint : '',
    inputs: inputNames(settings),
    resources,
    files: Object.fromEntries(paths.map((file) => [file, contentHash(files.get(file) ?? '')])),
  };
}

function keyOf({ group, version, plural }: ManifestResource): string {
  return `${group}/${version}/${plural}`;
}
