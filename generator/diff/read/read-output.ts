import path from 'node:path';
import type { Problem } from '../../input/problem.js';
import { selection } from '../../model/selection.js';
import { resourceTitle } from '../../names/resource-keys.js';
import { readIfThere } from '../../output/compare.js';
import type { Manifest } from '../../output/manifest.js';
import { readOutputModel } from './output-model.js';
import type { UnreadableResource } from './output-model.js';
import type { Side } from './side.js';

/** Generated output whose own inputs are not at hand: the types themselves are all there is. */
export interface FoundOutput {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly notes: readonly string[];
}

/** What of an output to compare. */
export interface OutputSelection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * A side whose inputs are not at hand: the generated code is read back. It knows no schemas, and so no defaults, formats,
 * limits and pointers. What cannot be read back is a problem of the side: it must not look as if it were the same.
 */
export function readOutput(name: string, found: FoundOutput, { include, exclude }: OutputSelection): Side {
  const { folder, manifest, notes } = found;
  const selected = selection(include, exclude);
  const { model, unreadable } = readOutputModel(manifest.resources.filter(selected), (file) =>
    readIfThere(path.join(folder, file)),
  );
  const shown = (file: string): string => path.posix.join(path.basename(folder), file);
  return {
    name,
    model,
    problems: unreadable.map((resource) => problemOf(resource, shown)),
    skipped: [],
    notes,
    isLive: false,
    files: Object.keys(manifest.files).length,
    documents: {
      schemaOf: () => undefined,
      definition: () => undefined,
      locationOf: (resource) => ({ file: shown(resource.source.file), pointer: '' }),
    },
  };
}

function problemOf({ resource, file, reason }: UnreadableResource, shown: (file: string) => string): Problem {
  const message = `the generated code of ${resourceTitle(resource)} cannot be read back, and so it is not compared: ${reason}`;
  return { severity: 'error', message, location: { file: shown(file) } };
}
