import type { BedRun, RunCause } from './bed-run.js';
import { changedPaths, describeChangedPath } from './changed-paths.js';

const MAX_CAUSES = 4;
const MAX_PATHS = 5;

/** A key whose runs wake each other. */
export interface Loop {
  readonly run: BedRun;
  readonly causes: readonly RunCause[];
  /** `100 runs without an action of the test`. */
  readonly evidence: string;
}

/** Names the key, why it runs, and what changes each time. */
export function loopError({ run, causes, evidence }: Loop): Error {
  const lines = [...new Set(causes.map((cause) => describeCause(cause, run)))];
  const more = lines.length > MAX_CAUSES ? [`and ${lines.length - MAX_CAUSES} more causes`] : [];
  const woken = [...lines.slice(0, MAX_CAUSES), ...more].map((line) => `\n  woken by ${line}`);
  return new Error(`${run.name}: endless loop: ${evidence}; ${adviceFor(run, causes)}${woken.join('')}`);
}

/** Names the change, its writer, and the last two values. */
function describeCause({ change, addedBy }: RunCause, run: BedRun): string {
  if (change === undefined)
    return addedBy === undefined ? 'time, or the test' : `enqueue() in a run of ${nameFor(addedBy, run)}`;
  const { type, resource, key, before, after, author, previous } = change;
  const by = [
    `, written by ${nameFor(author, run)}`,
    ...(previous === undefined || previous.author?.name === author?.name
      ? []
      : [`, before that by ${nameFor(previous.author, run)}`]),
  ].join('');
  const paths = type === 'update' ? changedPaths(before, after).map(describeChangedPath) : [];
  const more = paths.length > MAX_PATHS ? [`and ${paths.length - MAX_PATHS} more paths`] : [];
  return [`${type} of ${resource} ${key}${by}`, ...paths.slice(0, MAX_PATHS), ...more].join('\n    ');
}

function nameFor(author: BedRun | undefined, run: BedRun): string {
  if (author === undefined) return 'something outside of the manager';
  return author.name === run.name ? `${author.name} itself` : author.name;
}

function adviceFor({ name }: BedRun, causes: readonly RunCause[]): string {
  const changes = causes.flatMap(({ change }) => (change === undefined ? [] : [change, change.previous ?? change]));
  const authors = [...changes.map(({ author }) => author), ...causes.map(({ addedBy }) => addedBy)];
  const others = [...new Set(authors.flatMap((author) => author?.name ?? []))].filter((other) => other !== name);
  if (others.length > 0)
    return `it and ${others.slice(0, 3).join(', ')} wake each other; let each field have one writer, and write only values that differ from those stored`;
  if (changes.some(({ author }) => author === undefined))
    return 'something outside of the manager undoes what it writes, such as the garbage collector, another manager or a client of the test';
  if (causes.some(({ addedBy }) => addedBy !== undefined))
    return 'its runs add the key to the queue again; return { requeueAfterMs } to run again later';
  return (
    'each run changes what wakes it; write values that follow from the spec and not from the run (no counter, no time, no random value), ' +
    'or drop events of own writes with .where(…)'
  );
}
