import { BASELINE_CHECKS } from './baseline-checks.js';
import { checkedPod } from './pod-check.js';
import type { PodCheck, VersionedCheck, Violation } from './pod-check.js';
import { RESTRICTED_CHECKS } from './restricted-checks.js';
import { levelText } from './security-policy.js';
import type { LevelVersion } from './security-policy.js';
import type { JsonObject } from '../objects/api-object.js';

/** What is against a pod, or a template of pods, at a level. */
export function violationsOf(pod: JsonObject, level: LevelVersion): readonly Violation[] {
  if (level.level === 'privileged') return [];
  const seen = checkedPod(pod);
  return checksOf(level).flatMap((check) => check(seen) ?? []);
}

/** All of it in one sentence. */
export function violationDetails(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
}

const known = new Map<string, readonly PodCheck[]>();

function checksOf(level: LevelVersion): readonly PodCheck[] {
  const text = levelText(level);
  const found = known.get(text) ?? checksAt(level);
  known.set(text, found);
  return found;
}

function checksAt({ level, version }: LevelVersion): readonly PodCheck[] {
  const minor = version === 'latest' ? Number.POSITIVE_INFINITY : Number(version.slice('v1.'.length));
  const at = ({ versions }: VersionedCheck): PodCheck[] => {
    const check = [...versions].reverse().find(({ since }) => since <= minor)?.check;
    return check === undefined ? [] : [check];
  };
  if (level === 'baseline') return BASELINE_CHECKS.flatMap(at);
  const restricted = RESTRICTED_CHECKS.filter((check) => at(check).length > 0);
  const overridden = new Set(restricted.map(({ overrides }) => overrides));
  return [...BASELINE_CHECKS.filter(({ id }) => !overridden.has(id)), ...restricted].flatMap(at);
}
