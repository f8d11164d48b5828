import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

/** What is wrong with a path that must not lead upwards. */
export function noBacksteps(path: string, value: string): FieldCause[] {
  return value.split('/').includes('..') ? [invalidValue(path, value, "must not contain '..'")] : [];
}

/** What is wrong with a path that must lead downwards from where it starts. */
export function descendingPath(path: string, value: string): FieldCause[] {
  const absolute = value.startsWith('/') ? [invalidValue(path, value, 'must be a relative path')] : [];
  return [...absolute, ...noBacksteps(path, value)];
}

/** The same for a path in a volume, where names with two dots are the kubelet's. */
export function volumePath(path: string, value: string): FieldCause[] {
  const reserved = value.startsWith('..') && !value.startsWith('../');
  return [...descendingPath(path, value), ...(reserved ? [invalidValue(path, value, "must not start with '..'")] : [])];
}

/** What is wrong with the mode of a file. */
export function fileMode(path: string, mode: unknown): FieldCause[] {
  if (typeof mode !== 'number' || (mode >= 0 && mode <= 0o777)) return [];
  return [invalidValue(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}
