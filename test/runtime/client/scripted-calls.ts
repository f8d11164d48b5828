import type { Clock } from '../../../runtime/src/async/clock.js';
import type { CallRequest } from '../../../runtime/src/client/call-body.js';
import { ResourceCalls } from '../../../runtime/src/client/calls.js';
import type { WriteDefaults } from '../../../runtime/src/client/write-defaults.js';
import type { ListerWatcher } from '../../../runtime/src/source/lister-watcher.js';

/** One answer: an error is thrown, anything else returned. */
type Answer = object | Error;

/** Calls that are answered from a list, by nobody; waits end at once and are written down. */
export class ScriptedCalls extends ResourceCalls {
  readonly requests: CallRequest[] = [];
  readonly waits: number[];
  readonly #answers: Answer[];

  constructor(answers: readonly Answer[] = [], defaults: WriteDefaults = {}) {
    const waits: number[] = [];
    super(eagerClock(waits), defaults);
    this.waits = waits;
    this.#answers = [...answers];
  }

  listerWatcher(): ListerWatcher<never> {
    throw new Error('nothing is listed here');
  }

  protected async exchange<R>(request: CallRequest): Promise<R> {
    this.requests.push(request);
    const answer = this.#answers.shift() ?? {};
    if (answer instanceof Error) throw answer;
    return answer as R;
  }
}

function eagerClock(waits: number[]): Clock {
  return {
    now: () => 0,
    after(delayMs, callback) {
      waits.push(delayMs);
      queueMicrotask(callback);
      return { cancel() {} };
    },
  };
}
