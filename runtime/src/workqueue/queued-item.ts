/** A key in a priority queue. */
export interface QueuedItem<K> {
  readonly key: K;
  priority: number;
  /** When it becomes ready; 0 for an item that is. */
  readyAt: number;
  /** The order among items of one priority. A raised priority assigns a new one. */
  sequence: number;
  /** It was handed out. */
  isTaken: boolean;
  /** The ready item that became ready just before this one. */
  older: QueuedItem<K> | undefined;
  /** The ready item that became ready just after this one. */
  newer: QueuedItem<K> | undefined;
}
