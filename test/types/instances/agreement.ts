import type { ApiServerAccess } from '@informer-gen/testing';
import { literal } from '../values/literals.js';
import { complaintsAbout, type Complaint, type LiteralsOptions, type TypedLiteral } from './compiled.js';
import type { Instance } from './instances.js';
import type { Cause, Verdict } from './judge.js';

/** An object, and what the server says of it. */
export interface Judged {
  readonly instance: Instance;
  readonly verdict: Verdict;
}

/** A refusal for shape. */
export interface Refusal {
  readonly instance: Instance;
  /** Those of shape. */
  readonly causes: readonly Cause[];
}

/** A sort of generated types that is held to the server's verdicts. */
export interface View {
  readonly imports: string;
  /** What is compiled for an object; undefined where its verdict says nothing about these types. */
  readonly literalOf: (judged: Judged) => TypedLiteral | undefined;
  /** Whether the compiler complains where it should. */
  readonly isPlaced: (complaints: readonly Complaint[], refusal: Refusal) => boolean;
}

/** How many objects there were of each sort, and what does not hold. */
export interface Agreement {
  /** Have to compile. */
  readonly accepted: number;
  /** Must not compile, with an error where the server has one. */
  readonly refusedForShape: number;
  /** By a pattern, a limit, a rule or a format: of those the compiler knows nothing. */
  readonly refusedOtherwise: number;
  readonly failures: readonly string[];
}

const PARALLEL = 8;

/** Asks the server about every object. */
export async function judgeAll(
  server: ApiServerAccess,
  instances: readonly Instance[],
  judge: (server: ApiServerAccess, instance: Instance) => Promise<Verdict>,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let i = 0; i < instances.length; i += PARALLEL) {
    const some = instances.slice(i, i + PARALLEL);
    judged.push(
      ...(await Promise.all(some.map(async (instance) => ({ instance, verdict: await judge(server, instance) })))),
    );
  }
  return judged;
}

/** Holds types to what the server said: see {@link Agreement}. */
export async function checkAgreement(
  judged: readonly Judged[],
  view: View,
  options: Omit<LiteralsOptions, 'imports'>,
): Promise<Agreement> {
  const telling = judged.flatMap((one) => {
    const { verdict } = one;
    if (verdict.type === 'refused' && !verdict.causes.some(({ shape }) => shape)) return [];
    const compiled = view.literalOf(one);
    return compiled === undefined ? [] : [{ ...one, compiled }];
  });
  const complaints = await complaintsAbout(
    telling.map(({ compiled }) => compiled),
    { ...options, imports: view.imports },
  );
  const failures = telling.flatMap(({ instance, verdict, compiled }, i) => {
    const wrong = disagreement({ instance, verdict }, complaints[i] ?? [], view);
    const mistake = JSON.stringify(instance.mistake ?? 'no mistake');
    return wrong === undefined ? [] : [`${compiled.type} ${mistake}\n${wrong}\n${literal(compiled.value)}`];
  });
  const accepted = telling.filter(({ verdict }) => verdict.type === 'accepted').length;
  const refusedForShape = telling.length - accepted;
  return { accepted, refusedForShape, refusedOtherwise: judged.length - telling.length, failures };
}

function disagreement(judged: Judged, complaints: readonly Complaint[], { isPlaced }: View): string | undefined {
  const { instance, verdict } = judged;
  const said = complaints.map(({ message }) => message).join('\n');
  if (verdict.type === 'accepted') return complaints.length === 0 ? undefined : `accepted, but:\n${said}`;
  const causes = verdict.causes.filter(({ shape }) => shape);
  const refusal = causes.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
  if (complaints.length === 0) return `refused, but it compiles:\n${refusal}`;
  return isPlaced(complaints, { instance, causes }) ? undefined : `refused elsewhere:\n${refusal}\n${said}`;
}
