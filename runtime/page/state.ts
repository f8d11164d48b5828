import type { CachePage, EventView, Inspection } from '../src/inspect/model/inspection.js';

/** What of the cache is looked at. */
export interface CacheState {
  readonly informer: string;
  readonly namespace: string;
  readonly index: string;
  readonly value: string;
  readonly labels: string;
  readonly search: string;
  readonly page?: CachePage | undefined;
  readonly error?: string | undefined;
  /** The object that is shown whole, and its key. */
  readonly shown?: { readonly key: string; readonly object: unknown } | undefined;
}

/** Everything the page shows. */
export interface State {
  readonly connection: 'connecting' | 'live' | 'lost' | 'token';
  /** Why it is not live. */
  readonly trouble: string;
  readonly inspection?: Inspection | undefined;
  readonly events: readonly EventView[];
  readonly eventsOf: string;
  readonly paused: boolean;
  /** What somebody has opened or closed, by its id. */
  readonly open: { readonly [id: string]: boolean };
  readonly theme: 'auto' | 'light' | 'dark';
  readonly width: number;
  readonly cache: CacheState;
}

/** Changes the state as it is now, which may be newer than the page, and has the page drawn anew. */
export type Change = (change: (state: State) => Partial<State>) => void;

/** What a part of the page is drawn from. */
export interface Shown {
  readonly state: State;
  readonly inspection: Inspection;
  readonly change: Change;
  /** Asks for what the cache part names. */
  readonly look: (cache: Partial<CacheState>) => void;
  readonly show: (key: string) => void;
}
