import * as fc from 'fast-check';

/** How a handler treats its events. */
export type HandlerKind = 'sync' | 'slow' | 'throwing' | 'rejecting' | 'filtering';

/** One thing that happens to a source, to its connection, or to an informer of it. */
export type Step =
  | { readonly do: 'write'; readonly name: string; readonly selected: boolean; readonly color: string }
  | { readonly do: 'delete'; readonly name: string }
  /** From here on nothing is told on the open watch, until it ends. */
  | { readonly do: 'lose' }
  | { readonly do: 'relist'; readonly how: 'compacted' | 'expired' | 'error' }
  | { readonly do: 'disconnect'; readonly how: 'close' | 'break' }
  | { readonly do: 'fail'; readonly verb: 'list' | 'watch'; readonly how: 'refused' | 'busy' | 'forbidden' | 'expired' }
  | { readonly do: 'bookmark' }
  | { readonly do: 'garbage' }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'turn'; readonly times: number }
  | { readonly do: 'join'; readonly kind: HandlerKind; readonly resyncPeriodMs: number }
  | { readonly do: 'leave'; readonly which: number; readonly wait: boolean };

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const color = fc.constantFrom('red', 'green', 'blue');
const handlerKind = fc.constantFrom<HandlerKind>('sync', 'slow', 'throwing', 'rejecting', 'filtering');

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), name, selected: fc.boolean(), color }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('relist' as const),
      how: fc.constantFrom('compacted' as const, 'expired' as const, 'error' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('disconnect' as const),
      how: fc.constantFrom('close' as const, 'break' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      verb: fc.constantFrom('list' as const, 'watch' as const),
      how: fc.constantFrom('refused' as const, 'busy' as const, 'forbidden' as const, 'expired' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bookmark' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('garbage' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 40_000 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('turn' as const), times: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      kind: handlerKind,
      resyncPeriodMs: fc.constantFrom(0, 1000, 7000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat(9), wait: fc.boolean() }),
  },
);

/** What a run of the model is like. */
export interface History {
  readonly queue: 'RealFIFO' | 'DeltaFIFO';
  readonly watchList: boolean;
  /** The informer selects by label; otherwise it sees everything. */
  readonly selecting: boolean;
  readonly transforming: boolean;
  readonly first: HandlerKind;
  /** How many of the steps happen before the informer runs. */
  readonly before: number;
  readonly steps: readonly Step[];
}

/** Random histories. */
export const histories: fc.Arbitrary<History> = fc.record({
  queue: fc.constantFrom('RealFIFO' as const, 'DeltaFIFO' as const),
  watchList: fc.boolean(),
  selecting: fc.boolean(),
  transforming: fc.boolean(),
  first: handlerKind,
  before: fc.nat(5),
  steps: fc.array(step, { minLength: 5, maxLength: 60 }),
});
