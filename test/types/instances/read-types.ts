import type { ApiServerAccess } from '@informer-gen/testing';
import { wholeObject } from '../values/crd-values.js';
import { literal } from '../values/literals.js';
import type { Json } from '../values/schema.js';
import { complaintsAbout, type Complaint, type LiteralsOptions } from './compiled.js';
import { withDefaults } from './defaults.js';
import type { Instance } from './instances.js';
import { judge, type Cause, type Verdict } from './judge.js';

/** How many objects there were of each sort, and what does not hold. */
export interface ReadTypesReport {
  /** The server's answer has to compile. */
  readonly accepted: number;
  /** Must not compile, with an error where the server has one. */
  readonly refusedForShape: number;
  /** By a pattern, a limit, a rule or a format: of those the compiler knows nothing. */
  readonly refusedOtherwise: number;
  readonly failures: readonly string[];
}

interface Judged {
  readonly instance: Instance;
  readonly verdict: Verdict;
}

const PARALLEL = 8;

/** Asks the server about every object. */
export async function judgeAll(server: ApiServerAccess, instances: readonly Instance[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let i = 0; i < instances.length; i += PARALLEL) {
    const some = instances.slice(i, i + PARALLEL);
    judged.push(
      ...(await Promise.all(some.map(async (instance) => ({ instance, verdict: await judge(server, instance) })))),
    );
  }
  return judged;
}

/** Holds the types for reading to what the server said: see {@link ReadTypesReport}. */
export async function checkReadTypes(
  judged: readonly Judged[],
  options: Omit<LiteralsOptions, 'imports'>,
): Promise<ReadTypesReport> {
  const telling = judged.filter(
    ({ verdict }) => verdict.type === 'accepted' || verdict.causes.some(({ shape }) => shape),
  );
  const literals = telling.map(({ instance, verdict }) => ({
    type: typeOf(instance),
    value: asRead(instance, verdict),
  }));
  const imports = "import type { ResourceTypes } from './generic.js';";
  const complaints = await complaintsAbout(literals, { ...options, imports });
  const failures = telling.flatMap((one, i) => {
    const wrong = disagreement(one, complaints[i] ?? []);
    if (wrong === undefined) return [];
    return [
      `${literals[i]?.type} ${JSON.stringify(one.instance.mistake ?? 'no mistake')}\n${wrong}\n${literal(literals[i]?.value ?? null)}`,
    ];
  });
  const accepted = telling.filter(({ verdict }) => verdict.type === 'accepted').length;
  const refusedForShape = telling.length - accepted;
  return { accepted, refusedForShape, refusedOtherwise: judged.length - telling.length, failures };
}

function typeOf({ resource: { group, version, plural } }: Instance): string {
  return `ResourceTypes['${group}/${version}']['${plural}']`;
}

/** The object as an informer would have it: the server's answer, or what was sent with all that the server adds. */
function asRead({ resource, sent }: Instance, verdict: Verdict): Json {
  if (verdict.type === 'refused')
    return wholeObject(resource, withDefaults(resource.schema ?? {}, sent) as typeof sent);
  const { managedFields: _dropped, ...metadata } = verdict.object['metadata'] as { readonly [name: string]: Json };
  // What is not stored has no version.
  return { ...verdict.object, metadata: { resourceVersion: '1', ...metadata } };
}

function disagreement({ verdict }: Judged, complaints: readonly Complaint[]): string | undefined {
  const said = complaints.map(({ message }) => message).join('\n');
  if (verdict.type === 'accepted') return complaints.length === 0 ? undefined : `accepted, but:\n${said}`;
  const causes = verdict.causes.filter(({ shape }) => shape);
  const refusal = causes.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
  if (complaints.length === 0) return `refused, but it compiles:\n${refusal}`;
  const elsewhere = complaints.filter((complaint) => !causes.some((cause) => isAt(complaint, cause)));
  return elsewhere.length === 0 ? undefined : `refused elsewhere:\n${refusal}\n${said}`;
}

/** Something missing cannot be pointed at: the compiler points at what it is missing in. (Null is missing to the server alone.) */
function isAt(complaint: Complaint, { path, message }: Cause): boolean {
  const at = complaint.path.join('.');
  return at === path.join('.') || (message.startsWith('Required value') && at === path.slice(0, -1).join('.'));
}
