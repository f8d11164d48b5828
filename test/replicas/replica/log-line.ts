/**
 * What a replica prints, a line of JSON each. Times are milliseconds of the machine's monotonic clock, which all processes
 * of a machine share.
 */
export type LogLine =
  | { readonly type: 'candidate' }
  | { readonly type: 'leading'; readonly at: number }
  | { readonly type: 'ended'; readonly at: number; readonly reason: string }
  | SentRequest
  | { readonly type: 'answer'; readonly id: number; readonly at: number; readonly status: number }
  | LeaseAnswer;

/** Answer to a read or write of the Lease, as the elector receives it. */
export interface LeaseAnswer {
  readonly type: 'lease';
  readonly at: number;
  readonly verb: 'get' | 'create' | 'update';
  /** Holder in the answer: `''` if the lease has none or does not exist; undefined if the request failed. */
  readonly holder?: string | undefined;
  /** Status of a failed request; undefined if it succeeded, or was not answered. */
  readonly status?: number | undefined;
}

/** A request that writes, as its bytes are given to the connection. */
export interface SentRequest {
  readonly type: 'request';
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly sentAt: number;
  /** When the fence let it through, in the same turn of the event loop; undefined where no fence was asked. */
  readonly checkedAt?: number | undefined;
}
