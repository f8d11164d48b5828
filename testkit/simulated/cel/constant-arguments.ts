import { parseGoDuration } from '../schema/go-duration.js';
import { goPatternFault } from '../schema/go-pattern-faults.js';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** What is wrong with a text that is handed to a function as it stands in the rule; undefined: nothing. */
export function argumentFault(name: string, argument: string): string | undefined {
  if (name === 'matches') return goPatternFault(argument) === undefined ? undefined : 'invalid matches argument';
  if (name === 'duration') return parseGoDuration(argument) !== undefined ? undefined : 'invalid duration argument';
  if (name === 'timestamp') return TIMESTAMP.test(argument) ? undefined : 'invalid timestamp argument';
  return undefined;
}
