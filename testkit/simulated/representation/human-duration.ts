const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** The age of an object as `kubectl get` shows it: `43s`, `5m30s`, `12m`, `5h10m`, `3d4h`, `40d`, `3y20d`. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 2 * MINUTE) return `${seconds}s`;
  if (seconds < 10 * MINUTE) return inUnits(seconds, [MINUTE, 'm'], [1, 's']);
  if (seconds < 3 * HOUR) return `${Math.trunc(seconds / MINUTE)}m`;
  if (seconds < 8 * HOUR) return inUnits(seconds, [HOUR, 'h'], [MINUTE, 'm']);
  if (seconds < 2 * DAY) return `${Math.trunc(seconds / HOUR)}h`;
  if (seconds < 8 * DAY) return inUnits(seconds, [DAY, 'd'], [HOUR, 'h']);
  if (seconds < 2 * YEAR) return `${Math.trunc(seconds / DAY)}d`;
  if (seconds < 8 * YEAR) return inUnits(seconds, [YEAR, 'y'], [DAY, 'd']);
  return `${Math.trunc(seconds / YEAR)}y`;
}

type Unit = readonly [seconds: number, name: string];

function inUnits(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.trunc((seconds % large) / small);
  return `${Math.trunc(seconds / large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`;
}
