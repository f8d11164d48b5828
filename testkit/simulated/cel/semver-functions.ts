import type { Environment } from '@marcbachmann/cel-js';

const PATTERN =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** A semantic version. */
export class Semver {
  readonly numbers: readonly bigint[];
  readonly prerelease: readonly string[];

  constructor(numbers: readonly bigint[], prerelease: readonly string[]) {
    this.numbers = numbers;
    this.prerelease = prerelease;
  }

  /** Reads a version; undefined for what is none. Normalizing allows `v1.2` and leading zeros. */
  static parse(text: string, normalize = false): Semver | undefined {
    const match = PATTERN.exec(normalize ? normalized(text) : text);
    if (match === null) return undefined;
    return new Semver(match.slice(1, 4).map(BigInt), match[4]?.split('.') ?? []);
  }

  compareTo(other: Semver): bigint {
    for (const [index, number] of this.numbers.entries()) {
      const against = other.numbers[index] ?? 0n;
      if (number !== against) return number < against ? -1n : 1n;
    }
    return comparePrerelease(this.prerelease, other.prerelease);
  }
}

function normalized(text: string): string {
  const [, core = '', rest = ''] = /^v?([\d.]*)(.*)$/.exec(text) ?? [];
  const parts = core.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
  while (parts.length < 3) parts.push('0');
  return parts.join('.') + rest;
}

/** A version without a prerelease is newer than one with. */
function comparePrerelease(a: readonly string[], b: readonly string[]): bigint {
  if (a.length === 0 || b.length === 0) return BigInt(Math.sign(b.length - a.length));
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]];
    if (left === undefined || right === undefined) return left === undefined ? -1n : 1n;
    if (left === right) continue;
    const [isNumber, againstNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (isNumber !== againstNumber) return isNumber ? -1n : 1n;
    const less = isNumber ? BigInt(left) < BigInt(right) : left < right;
    return less ? -1n : 1n;
  }
  return 0n;
}

/** Versions: `semver("1.2.3")`. */
export function addSemverFunctions(environment: Environment): void {
  const read = (text: string, normalize = false): Semver => {
    const version = Semver.parse(text, normalize);
    if (version === undefined) throw new Error('No Major.Minor.Patch elements found');
    return version;
  };
  environment
    .registerType('kubernetes.Semver', Semver)
    .registerFunction('semver(string): kubernetes.Semver', (text: string) => read(text))
    .registerFunction('semver(string, bool): kubernetes.Semver', read)
    .registerFunction('isSemver(string): bool', (text: string) => Semver.parse(text) !== undefined)
    .registerFunction(
      'isSemver(string, bool): bool',
      (text: string, normalize: boolean) => Semver.parse(text, normalize) !== undefined,
    )
    .registerFunction(
      'kubernetes.Semver.isGreaterThan(kubernetes.Semver): bool',
      (a: Semver, b: Semver) => a.compareTo(b) > 0n,
    )
    .registerFunction(
      'kubernetes.Semver.isLessThan(kubernetes.Semver): bool',
      (a: Semver, b: Semver) => a.compareTo(b) < 0n,
    )
    .registerFunction('kubernetes.Semver.compareTo(kubernetes.Semver): int', (a: Semver, b: Semver) => a.compareTo(b))
    .registerFunction('kubernetes.Semver.major(): int', ({ numbers }: Semver) => numbers[0])
    .registerFunction('kubernetes.Semver.minor(): int', ({ numbers }: Semver) => numbers[1])
    .registerFunction('kubernetes.Semver.patch(): int', ({ numbers }: Semver) => numbers[2]);
}
