import { calendarTime, realClock } from '../../async/clock.js';
import { InformerError } from '../../api/informer-error.js';
import type { JsonObject } from './json.js';
import { equalJson } from './json.js';
import { toTime } from './times.js';
import { runTime } from './run-time.js';

/** A new value of a condition, with any fields of its kind. */
export interface ConditionIntent {
  readonly type: string;
  readonly status: string | boolean;
  readonly reason?: string | undefined;
  /** Default: the condition has no message. */
  readonly message?: string | undefined;
  readonly observedGeneration?: number | undefined;
  readonly lastTransitionTime?: string | undefined;
}

/**
 * A condition cannot be written because the server would reject it.
 *
 * @example
 * if (error instanceof InvalidConditionError) console.log(error.message);
 */
export class InvalidConditionError extends InformerError {
  override readonly name = 'InvalidConditionError';

  constructor(problem: string) {
    super('InvalidCondition', problem);
  }
}

/** Times of built-in kinds that are set with every change of a condition. */
const TIMES_OF_CHANGE = ['lastUpdateTime', 'lastProbeTime', 'lastHeartbeatTime'];

const MAX_REASON_LENGTH = 1024;
const MAX_MESSAGE_LENGTH = 32_768;
const MAX_TYPE_LENGTH = 316;
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const TYPE =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/**
 * Returns a condition with its new value, and whether a field of it changed. `fields`: the fields that the schema declares; no other
 * field is set. Fields of `before` that the intent does not name, such as those of other managers, are not part of the result.
 */
export function conditionAfter(
  before: object | undefined,
  { type, status: wanted, reason, message, observedGeneration, lastTransitionTime, ...others }: ConditionIntent,
  {
    now = calendarTime(runTime.getStore()?.clock ?? realClock),
    fields,
  }: { readonly now?: Date | number | undefined; readonly fields?: readonly string[] | undefined },
): { readonly condition: JsonObject; readonly changed: boolean } {
  const declares = (name: string): boolean => fields === undefined || fields.includes(name);
  check({ type, status: wanted, reason: declares('reason') ? (reason ?? '') : undefined, message, observedGeneration });
  const had: JsonObject = Object.fromEntries(Object.entries(before ?? {}));
  const time = toTime(now);
  const status = typeof wanted === 'boolean' ? (wanted ? 'True' : 'False') : wanted;
  const unchangedSince = had['status'] === status ? had['lastTransitionTime'] : undefined;
  const values = {
    type,
    status,
    reason,
    message,
    lastTransitionTime: unchangedSince ?? lastTransitionTime ?? time,
    observedGeneration: observedGeneration ?? had['observedGeneration'],
    ...others,
  };
  const set = Object.entries(values).filter(([name]) => declares(name));
  const changed = before === undefined || set.some(([name, value]) => !equalJson(value, had[name]));
  const times = TIMES_OF_CHANGE.filter((name) => fields?.includes(name) === true && !(name in others));
  const stamped = times.map((name): [string, unknown] => [name, changed ? time : had[name]]);
  const present = [...set, ...stamped].filter(([, value]) => value !== undefined);
  return { condition: Object.fromEntries(present), changed };
}

function check({ type, reason, message = '', observedGeneration = 0 }: ConditionIntent): void {
  const problem = (what: string): never => {
    throw new InvalidConditionError(`condition ${JSON.stringify(type)}: ${what}`);
  };
  if (type.length > MAX_TYPE_LENGTH || !TYPE.test(type)) problem('its type must be a qualified name, such as Ready');
  if (reason !== undefined && (reason.length > MAX_REASON_LENGTH || !REASON.test(reason))) {
    const shown = JSON.stringify(reason.slice(0, 40));
    problem(`its reason ${shown} must be a word in CamelCase of at most ${MAX_REASON_LENGTH} characters`);
  }
  if (message.length > MAX_MESSAGE_LENGTH) problem(`its message is longer than ${MAX_MESSAGE_LENGTH} characters`);
  if (observedGeneration < 0) problem('its observedGeneration is negative');
}
