/** What a release is decided by. */
export interface ReleaseState {
  /** Of package.json. */
  readonly version: string;
  /** What every other place says. */
  readonly stated: readonly { readonly place: string; readonly version: string }[];
  readonly changelog: string;
  /** What `git status --porcelain` prints. */
  readonly uncommitted: string;
  /** The branches, local and remote, that have the commit. */
  readonly branches: readonly string[];
  /** The tags on the commit. */
  readonly tags: readonly string[];
  /** How many packages there are. */
  readonly packages: number;
  /** The packages that have a `repository`, which provenance is checked against. */
  readonly withRepository: readonly string[];
}

/** Why this state cannot be released; nothing where it can. `publish`: for real, not as a dry run. */
export function releaseProblems(state: ReleaseState, { publish }: { readonly publish: boolean }): string[] {
  const { version } = state;
  const problems: string[] = [];
  if (!/^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?$/i.test(version)) problems.push(`${version} is not a semantic version`);
  for (const { place, version: other } of state.stated)
    if (other !== version) problems.push(`${place} says ${other}, package.json ${version}`);
  const notes = releaseNotes(state.changelog, version);
  if (notes === undefined) problems.push(`CHANGELOG.md has no section "## ${version} (YYYY-MM-DD)"`);
  else if (notes === '') problems.push(`the section of ${version} in CHANGELOG.md is empty`);
  if (state.uncommitted.trim() !== '') problems.push(`there are changes that are not committed:\n${state.uncommitted}`);
  if (!state.branches.some((branch) => branch === 'main' || branch === 'origin/main'))
    problems.push('the commit is not on main');
  if (!publish) return problems;
  if (!state.tags.includes(`v${version}`)) problems.push(`the commit has no tag v${version}`);
  if (state.withRepository.length < state.packages)
    problems.push('not every package.json has a "repository": npm checks provenance against it');
  return problems;
}

/** The section of a version in a changelog: what stands below its heading. Undefined where there is none. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => {
    const [heading = ''] = section.split('\n', 1);
    return heading.startsWith(`${version} (`) && /\(\d{4}-\d{2}-\d{2}\)$/.test(heading.trim());
  });
  return found?.slice(found.indexOf('\n') + 1).trim();
}

/** The tag of the registry under which a version goes: what `npm i` takes, or `next`. */
export function distTag(version: string): string {
  return version.includes('-') ? 'next' : 'latest';
}
