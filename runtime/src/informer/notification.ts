import type { Deletable } from '../store/store.js';

/** Something to tell handlers, worked out from the change and what the cache held. */
export type Notification<T> =
  | { readonly type: 'add'; readonly object: T; readonly isInInitialList: boolean }
  | {
      readonly type: 'update';
      readonly before: T;
      readonly after: T;
      /** The content differs, whatever the versions say. Otherwise an update of equal versions is a resync. */
      readonly changed?: boolean;
    }
  | {
      readonly type: 'delete';
      readonly object: Deletable<T>;
      /** What the cache held, where that is not what `object` says. */
      readonly before?: T;
    };

/** Takes what one step of processing has to tell, in order. `initialAdds`: how many are adds of the initial list, where that is known. */
export type Distribute<T> = (notifications: readonly Notification<T>[], initialAdds?: number) => void;
