import { checkHistory } from '../../../conformance/support/history-checker.js';
import type { HandlerReport, InformerReport } from '../read/report.js';
import type { ResourceName, WriteLog } from '../write/write-log.js';
import { findGaps, findUnexplained } from './gaps.js';
import type { TrueObject, Truth } from './truth.js';
import { WrittenStates } from './written-states.js';

/** What is known of a run besides what the informers say. */
export interface RunFacts {
  readonly log: WriteLog;
  readonly truth: Truth;
}

/** More of the same is not worth reading. */
const MAX_PROBLEMS_EACH = 8;

/**
 * What is wrong with what informers and their handlers saw in a run, a line each; nothing if all of it is legal:
 *
 * - each handler's history of each object is in order, from an add over updates to a delete, each going on from the last;
 * - every state that a handler was told was written by somebody, with that content;
 * - an acknowledged state that a handler was not told lies between the versions of a relist that `status` counts;
 * - every cache equals what a quorum read gives, and so does what every handler knows that was there until the end.
 */
export function checkReports(reports: readonly InformerReport[], { log, truth }: RunFacts): string[] {
  const written: { readonly [resource in ResourceName]: WrittenStates } = {
    configmaps: new WrittenStates(log, 'configmaps'),
    widgets: new WrittenStates(log, 'widgets'),
  };
  return reports.flatMap((report) => {
    const states = written[report.resource];
    const final = truth[report.resource];
    const prefix = `mode ${report.mode}, ${report.resource}`;
    return [
      ...few(checkStore(report, final)).map((problem) => `${prefix}, cache: ${problem}`),
      ...report.handlers.flatMap((handler) =>
        few(checkHandler(report, handler, { states, final })).map(
          (problem) => `${prefix}, ${handler.sort} handler: ${problem}`,
        ),
      ),
    ];
  });
}

function checkHandler(
  report: InformerReport,
  handler: HandlerReport,
  { states, final }: { readonly states: WrittenStates; readonly final: readonly TrueObject[] },
): string[] {
  const order = checkHistory(handler.events, handler.live ? { final } : {});
  const invented = handler.events.flatMap((event, position) => {
    const problem = states.problemOf(event);
    const what = `${event.type} ${event.key}@${event.resourceVersion}`;
    return problem === undefined ? [] : [`event ${position}: ${what} ${problem}`];
  });
  const gaps = findGaps(report, handler, states.acknowledged);
  return [...order, ...invented, ...gaps, ...findUnexplained(report, handler)];
}

function checkStore({ store, keepsManagedFields }: InformerReport, final: readonly TrueObject[]): string[] {
  const cached = new Map(store.map((object) => [object.key, object]));
  const problems = final.flatMap(({ key, uid, resourceVersion, hashes }) => {
    const object = cached.get(key);
    cached.delete(key);
    if (object === undefined) return [`${key}@${resourceVersion} is missing`];
    if (object.uid !== uid || object.resourceVersion !== resourceVersion) {
      return [`has ${key}@${object.resourceVersion} (${object.uid}), the server @${resourceVersion} (${uid})`];
    }
    const hash = keepsManagedFields ? hashes.full : hashes.stripped;
    return object.hash === hash ? [] : [`${key}@${resourceVersion} has other content than on the server`];
  });
  return [...problems, ...[...cached.keys()].map((key) => `${key} is not on the server`)];
}

function few(problems: readonly string[]): string[] {
  const more = problems.length - MAX_PROBLEMS_EACH;
  return more <= 0 ? [...problems] : [...problems.slice(0, MAX_PROBLEMS_EACH), `and ${more} more`];
}
