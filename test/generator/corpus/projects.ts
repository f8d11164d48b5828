import { readdirSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../generator/index.js';
import type { GenerateReport } from '../../../generator/index.js';
import { DATA } from './corpus.js';

/** A project whose files are generated in one run, as its user would. */
export interface Project {
  /** `raw/<owner+repository>`, also the folder of its output. */
  readonly name: string;
  readonly files: number;
}

/** What a run on a project gave. */
export interface ProjectResult {
  readonly project: Project;
  readonly report: GenerateReport;
}

/** The projects below `raw` (files as they are in their repositories) and `crds` (one CRD a file). */
export function projects(): Project[] {
  return ['raw', 'crds'].flatMap((folder) =>
    readdirSync(path.join(DATA, folder))
      .sort()
      .map((owner) => {
        const entries = readdirSync(path.join(DATA, folder, owner), { recursive: true, withFileTypes: true });
        return { name: `${folder}/${owner}`, files: entries.filter((entry) => entry.isFile()).length };
      }),
  );
}

/** Generates a project below a folder. */
export async function generateProject(project: Project, folder: string): Promise<ProjectResult> {
  const report = await generate({
    cwd: DATA,
    crd: [project.name],
    out: path.join(folder, project.name),
    verify: 'none',
    force: true,
  });
  return { project, report };
}

/** The problems that are right in the files of projects, by what they are about. */
export const RIGHT_PROBLEMS: Readonly<Record<string, RegExp>> = {
  'defined twice': /is defined already, and differently, in .*: pass only one of them$/,
  'refused name': /^(?:group|version|plural|kind) ".*" is refused: the API server takes only /,
  'no group': /^group is missing$/,
  'Helm template': /^this is a Helm template, not YAML \(.*\): render it first/,
  'not YAML': /^not valid YAML: /,
};

/** What a problem is about; its own message where nobody knows. */
export function kindOfProblem(message: string): string {
  return Object.entries(RIGHT_PROBLEMS).find(([, pattern]) => pattern.test(message))?.[0] ?? message;
}
