const PATTERN = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const STAGES = ['alpha', 'beta', ''];

/** Orders versions as Kubernetes does, older first: `foo`, `v1alpha1`, `v1beta1`, `v1`, `v2`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [PATTERN.exec(a), PATTERN.exec(b)];
  if (left === null || right === null) {
    if (left !== null || right !== null) return left === null ? -1 : 1;
    return a < b ? 1 : a > b ? -1 : 0;
  }
  const rank = (match: RegExpExecArray): readonly number[] => [
    STAGES.indexOf(match[2] ?? ''),
    Number(match[1]),
    Number(match[3] ?? 0),
  ];
  const [ranks, others] = [rank(left), rank(right)];
  for (const [index, number] of ranks.entries()) {
    const against = others[index] ?? 0;
    if (number !== against) return number - against;
  }
  return 0;
}
