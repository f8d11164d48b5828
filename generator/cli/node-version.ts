/** The oldest Node that the generator runs on, as in `engines` of its package. */
const OLDEST = [20, 19] as const;

/** What to say where a version of Node is too old; undefined where it is not. Imports nothing, for any Node loads it. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `Node ${OLDEST.join('.')} or later is needed, and this is Node ${version}`;
}
