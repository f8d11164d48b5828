import type { HandlerEvent } from '../support/handler-event.js';
import { checkHistory, type ObjectState } from '../support/history-checker.js';

/** One thing that a writer did to an object, in the order it did them. */
export type Written =
  | (ObjectState & {
      readonly did: 'write';
      /** Whether the informer's selector matches this state. */
      readonly selected: boolean;
    })
  | { readonly did: 'delete'; readonly key: string; readonly uid: string };

/**
 * What is wrong with a handler's history, by the log of who wrote the objects; one line each. The version of a deletion is
 * not in that log, since the server does not tell it to who deletes: such an event only has to fit a deletion, or a write
 * by which the object left the selection.
 */
export function checkAgainstLog(log: readonly Written[], events: readonly HandlerEvent[]): string[] {
  const written = new Map<string, Written & { did: 'write' }>();
  for (const entry of log) if (entry.did === 'write') written.set(idOf(entry), entry);
  const deletes = new Set<ObjectState>(events.filter(({ type }) => type === 'delete'));
  const problems = checkHistory(events, {
    had: (state) => deletes.has(state) || written.has(idOf(state)),
    shouldSee: (state) => written.get(idOf(state))?.selected ?? true,
    final: finalStates(log),
  });
  return [...problems, ...deletesThatNobodyMade(log, events)];
}

/** What a handler should know in the end. */
export function finalStates(log: readonly Written[]): ObjectState[] {
  const last = new Map<string, Written>();
  for (const entry of log) last.set(entry.key, entry);
  return [...last.values()].filter((entry) => entry.did === 'write' && entry.selected) as ObjectState[];
}

function deletesThatNobodyMade(log: readonly Written[], events: readonly HandlerEvent[]): string[] {
  const told = new Map<string, HandlerEvent>();
  const problems: string[] = [];
  for (const event of events) {
    const before = told.get(event.key);
    told.set(event.key, event);
    if (event.type !== 'delete' || before === undefined) continue;
    const from = log.findIndex((entry) => entry.did === 'write' && idOf(entry) === idOf(before));
    const left = log
      .slice(from + 1)
      .some(
        (entry) => entry.key === event.key && entry.uid === event.uid && (entry.did === 'delete' || !entry.selected),
      );
    if (!left) problems.push(`delete of ${idOf(event)}: nobody deleted it, and it never left the selection`);
  }
  return problems;
}

function idOf({ key, uid, resourceVersion }: ObjectState): string {
  return `${key}@${resourceVersion} (${uid})`;
}
