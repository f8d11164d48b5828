import { compareResourceVersions } from '@informer-gen/runtime';
import type { HandlerEvent } from './handler-event.js';

/** One state of an object. */
export interface ObjectState {
  readonly key: string;
  readonly resourceVersion: string;
  readonly uid: string;
}

/** What is known of the source that a handler's events are checked against. What is left out is not checked. */
export interface HistoryFacts {
  /** Whether the source ever had this state; of a delete that was seen, the state it was deleted in. */
  readonly had?: (state: ObjectState) => boolean;
  /** Whether the handler should see this state: by namespace, selector, filter. Asked of adds and updates. */
  readonly shouldSee?: (state: ObjectState) => boolean;
  /** What the source holds for this handler in the end. */
  readonly final?: readonly ObjectState[];
}

/**
 * Whether what a handler was told is a legal history: for each object, an add, then updates, then a delete, and so on,
 * each going on from the state told before; versions that never go back; nothing that the source never had or that the
 * handler should not see; and in the end what the source holds. Gives what is wrong, a line each.
 */
export function checkHistory(events: readonly HandlerEvent[], facts: HistoryFacts = {}): string[] {
  const checker = new HistoryChecker(facts);
  for (const event of events) checker.take(event);
  if (facts.final) checker.end(facts.final);
  return checker.problems;
}

class HistoryChecker {
  readonly problems: string[] = [];
  readonly #facts: HistoryFacts;
  readonly #held = new Map<string, ObjectState>();
  /** The newest version told of each key, also of those that are gone. */
  readonly #newest = new Map<string, string>();
  #position = 0;

  constructor(facts: HistoryFacts) {
    this.#facts = facts;
  }

  take(event: HandlerEvent): void {
    const held = this.#held.get(event.key);
    switch (event.type) {
      case 'add':
        if (held) this.#problem(event, `was added before, as ${describe(held)}`);
        break;
      case 'update':
        this.#goesOn(event, held, { resourceVersion: event.oldResourceVersion, uid: event.oldUid });
        break;
      case 'delete':
        if (!held) this.#problem(event, 'was not there');
        else if (event.finalStateUnknown) this.#goesOn(event, held, event);
        break;
    }
    this.#isKnown(event);
    this.#isNewer(event);
    if (event.type === 'delete') this.#held.delete(event.key);
    else this.#held.set(event.key, event);
    this.#position++;
  }

  end(final: readonly ObjectState[]): void {
    const expected = new Map(final.map((state) => [state.key, state]));
    for (const [key, state] of expected) {
      const held = this.#held.get(key);
      if (!held) this.problems.push(`end: ${describe(state)} was not told of`);
      else if (!isSame(held, state))
        this.problems.push(`end: told ${describe(held)}, the source has ${describe(state)}`);
    }
    for (const [key, held] of this.#held) {
      if (!expected.has(key)) this.problems.push(`end: ${describe(held)} is gone, and no delete was told`);
    }
  }

  #goesOn(
    event: HandlerEvent,
    held: ObjectState | undefined,
    from: Pick<ObjectState, 'resourceVersion' | 'uid'>,
  ): void {
    if (!held) this.#problem(event, 'was not there');
    else if (!isSame(held, from))
      this.#problem(event, `goes on from version ${from.resourceVersion}, not ${describe(held)}`);
  }

  #isKnown(event: HandlerEvent): void {
    const { had, shouldSee } = this.#facts;
    if (event.resourceVersion !== '' && had && !had(event))
      this.#problem(event, 'is a state that the source never had');
    if (event.type !== 'delete' && shouldSee && !shouldSee(event)) this.#problem(event, 'is not for this handler');
  }

  #isNewer(event: HandlerEvent): void {
    const { key, resourceVersion } = event;
    if (resourceVersion === '') return;
    const newest = this.#newest.get(key);
    if (newest !== undefined && compareResourceVersions(resourceVersion, newest) < 0)
      this.#problem(event, `is older than version ${newest}, which was told before`);
    else this.#newest.set(key, resourceVersion);
  }

  #problem(event: HandlerEvent, what: string): void {
    this.problems.push(`event ${this.#position}: ${event.type} ${describe(event)} ${what}`);
  }
}

function isSame(
  a: Pick<ObjectState, 'resourceVersion' | 'uid'>,
  b: Pick<ObjectState, 'resourceVersion' | 'uid'>,
): boolean {
  return a.resourceVersion === b.resourceVersion && a.uid === b.uid;
}

function describe({ key, resourceVersion, uid }: ObjectState): string {
  return `${key}@${resourceVersion}${uid === '' ? '' : ` (${uid})`}`;
}
