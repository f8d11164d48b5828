/** Milliseconds of the machine's monotonic clock, as replicas print them. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
