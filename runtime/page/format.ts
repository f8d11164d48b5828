/** How numbers, times and sizes are written. */

const integer = new Intl.NumberFormat('en-US');

export function count(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(1)} M`;
  return value >= 100_000 ? `${Math.round(value / 1000)} k` : integer.format(value);
}

/** For a picture, where there is little room. */
export function shortPlural(value: number, noun: string): string {
  const number =
    value >= 1_000_000 ? `${short(value / 1_000_000)}M` : value >= 1000 ? `${short(value / 1000)}k` : value;
  return `${number} ${noun}${value === 1 ? '' : 's'}`;
}

function short(value: number): string {
  return value < 10 ? (Math.floor(value * 10) / 10).toFixed(1) : String(Math.floor(value));
}

/** No more letters than that. */
export function shorten(text: string, letters: number): string {
  const all = [...text];
  return all.length <= letters ? text : `${all.slice(0, Math.max(1, letters - 1)).join('')}…`;
}

export function rate(perSecond: number): string {
  if (perSecond === 0) return '0/s';
  return `${perSecond >= 10 ? integer.format(Math.round(perSecond)) : perSecond.toFixed(1)}/s`;
}

export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  if (value < 1024 ** 2) return `${(value / 1024).toFixed(1)} kB`;
  return value < 1024 ** 3 ? `${(value / 1024 ** 2).toFixed(1)} MB` : `${(value / 1024 ** 3).toFixed(2)} GB`;
}

/** How long something took. */
export function took(ms: number): string {
  if (ms < 1) return ms === 0 ? '0 ms' : '< 1 ms';
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : age(ms);
}

/** How long ago, or for how long. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/** How long ago. */
export function ago(ms: number): string {
  return ms < 1000 ? 'now' : `${age(ms)} ago`;
}

export function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

export function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}
