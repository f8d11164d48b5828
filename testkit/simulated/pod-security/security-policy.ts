import { invalidValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import type { JsonObject } from '../objects/api-object.js';

/** How much a pod may do. */
export type SecurityLevel = 'privileged' | 'baseline' | 'restricted';

/** A level as a version of Kubernetes has defined it: `latest`, or `v1.x`. */
export interface LevelVersion {
  readonly level: SecurityLevel;
  readonly version: string;
}

/** What a namespace demands of its pods: what is refused, what is warned of, and what is noted in an audit log. */
export interface SecurityPolicy {
  readonly enforce: LevelVersion;
  readonly warn: LevelVersion;
  readonly audit: LevelVersion;
  /** What is wrong with the labels. */
  readonly faults: readonly FieldCause[];
}

/** From the most trusted one to the least. */
const LEVELS: readonly string[] = ['privileged', 'baseline', 'restricted'];
const PREFIX = 'pod-security.kubernetes.io/';
const NO_DEMAND: LevelVersion = { level: 'privileged', version: 'latest' };
const NO_POLICY: SecurityPolicy = { enforce: NO_DEMAND, warn: NO_DEMAND, audit: NO_DEMAND, faults: [] };

/** How much stricter one level is than another; negative where it is less strict. */
export function compareLevels(one: SecurityLevel, other: SecurityLevel): number {
  return LEVELS.indexOf(one) - LEVELS.indexOf(other);
}

export function levelText({ level, version }: LevelVersion): string {
  return `${level}:${version}`;
}

export function sameLevel(one: LevelVersion, other: LevelVersion): boolean {
  return levelText(one) === levelText(other);
}

/** The policy that labels of a namespace set; a pod is held to the strictest where they cannot be read. */
export function policyOf(labels: JsonObject | undefined): SecurityPolicy {
  if (labels === undefined || !Object.keys(labels).some((key) => key.startsWith(PREFIX))) return NO_POLICY;
  const faults: FieldCause[] = [];
  const level = (mode: string, whereUnknown: SecurityLevel): SecurityLevel | undefined => {
    const wanted = labels[PREFIX + mode];
    if (wanted === undefined || LEVELS.includes(String(wanted))) return wanted as SecurityLevel | undefined;
    faults.push(invalidValue(`metadata.labels[${PREFIX}${mode}]`, wanted, `must be one of ${LEVELS.join(', ')}`));
    return whereUnknown;
  };
  const version = (mode: string): string | undefined => {
    const wanted = labels[`${PREFIX}${mode}-version`];
    if (wanted === undefined || isVersion(String(wanted))) return wanted as string | undefined;
    faults.push(invalidValue(`metadata.labels[${PREFIX}${mode}-version]`, wanted, 'must be "latest" or "v1.x"'));
    return 'latest';
  };
  const enforced = level('enforce', 'restricted');
  const isReadable = faults.length === 0;
  const enforce = { level: enforced ?? 'privileged', version: version('enforce') ?? 'latest' };
  const audit = { level: level('audit', 'privileged') ?? 'privileged', version: version('audit') ?? 'latest' };
  const warned = level('warn', 'privileged');
  const warnedVersion = version('warn');
  // Whoever refuses pods warns of templates that would make them, unless told otherwise.
  const follows = warned === undefined && enforced !== undefined && isReadable && enforced !== 'privileged';
  const warn = follows
    ? { level: enforced, version: warnedVersion ?? enforce.version }
    : { level: warned ?? 'privileged', version: warnedVersion ?? 'latest' };
  return { enforce, audit, warn, faults };
}

/** Minor versions are integers of 64 bits. */
function isVersion(text: string): boolean {
  if (text === 'latest') return true;
  const minor = /^v1\.(0|[1-9]\d*)$/.exec(text)?.[1];
  return minor !== undefined && BigInt(minor) < 2n ** 63n;
}
