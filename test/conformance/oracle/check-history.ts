import { compareResourceVersions } from '@informer-gen/runtime';
import type { HandlerEvent } from '../support/handler-event.js';

/** One thing that a writer did to an object, in the order it did them. */
export type Written =
  | {
      readonly did: 'write';
      readonly key: string;
      readonly uid: string;
      readonly resourceVersion: string;
      /** Whether the informer's selector matches this state. */
      readonly selected: boolean;
    }
  | { readonly did: 'delete'; readonly key: string; readonly uid: string };

interface Told {
  readonly uid: string;
  readonly resourceVersion: string;
}

/**
 * What is wrong with a handler's history, one line each; empty when all is well. States may be skipped; they may not be
 * reordered or invented, each event has to fit the one before it, and in the end the handler has to know the last states.
 */
export function checkHistory(log: readonly Written[], events: readonly HandlerEvent[]): string[] {
  const faults: string[] = [];
  const written = statesByKey(log);
  const told = new Map<string, Told>();
  for (const [index, event] of events.entries()) {
    const fault = faultOf(event, told.get(event.key), written.get(event.key) ?? []);
    if (fault) faults.push(`event ${index}: ${event.type} ${event.key}@${event.resourceVersion}: ${fault}`);
    if (event.type === 'delete') told.delete(event.key);
    else told.set(event.key, event);
  }
  return [...faults, ...missingAtTheEnd(log, told)];
}

function statesByKey(log: readonly Written[]): Map<string, Written[]> {
  const states = new Map<string, Written[]>();
  for (const entry of log) states.set(entry.key, [...(states.get(entry.key) ?? []), entry]);
  return states;
}

function faultOf(event: HandlerEvent, before: Told | undefined, written: readonly Written[]): string | undefined {
  if (event.type === 'delete') return faultOfDelete(event, before, written);
  if (event.type === 'add' && before) return 'the handler knows this object already';
  if (event.type === 'update') {
    if (!before) return 'the handler does not know this object';
    if (before.resourceVersion !== event.oldResourceVersion || before.uid !== event.oldUid)
      return `the old state is ${event.oldResourceVersion}, but the handler was last told ${before.resourceVersion}`;
    if (compareResourceVersions(event.resourceVersion, before.resourceVersion) < 0) return 'goes back in time';
  }
  const state = written.find((each) => each.did === 'write' && each.resourceVersion === event.resourceVersion);
  if (state === undefined || state.uid !== event.uid) return 'nobody wrote this state';
  return state.did === 'write' && !state.selected ? 'this state is not selected' : undefined;
}

function faultOfDelete(
  event: HandlerEvent & { type: 'delete' },
  before: Told | undefined,
  written: readonly Written[],
): string | undefined {
  if (!before) return 'the handler does not know this object';
  if (event.finalStateUnknown)
    return event.resourceVersion === before.resourceVersion ? undefined : 'the last known state is another one';
  if (event.uid !== before.uid) return 'the deleted object is another one';
  const order = compareResourceVersions(event.resourceVersion, before.resourceVersion);
  if (order <= 0) return 'is not later than the state before';
  const last = written.findIndex((each) => each.did === 'write' && each.resourceVersion === before.resourceVersion);
  const left = written
    .slice(last + 1)
    .some((each) => each.uid === event.uid && (each.did === 'delete' || !each.selected));
  return left ? undefined : 'nobody deleted it';
}

/** What the handler should know now and does not, or knows and should not. */
export function missingAtTheEnd(log: readonly Written[], told: ReadonlyMap<string, Told>): string[] {
  const last = new Map<string, Written>();
  for (const entry of log) last.set(entry.key, entry);
  const faults: string[] = [];
  for (const [key, entry] of last) {
    const known = told.get(key)?.resourceVersion;
    const wanted = entry.did === 'write' && entry.selected ? entry.resourceVersion : undefined;
    if (known !== wanted) faults.push(`at the end: ${key} is at ${wanted}, the handler was last told ${known}`);
  }
  return faults;
}

/** The states that a history leaves the handler with. */
export function lastTold(events: readonly HandlerEvent[]): Map<string, Told> {
  const told = new Map<string, Told>();
  for (const event of events) {
    if (event.type === 'delete') told.delete(event.key);
    else told.set(event.key, event);
  }
  return told;
}
