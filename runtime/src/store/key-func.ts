import { KeyError } from '../api/key.js';
import type { KeyFunc } from './store.js';

/** Returns the same key function, except that whatever it throws is a {@link KeyError}. */
export function checkedKeyFunc<T>(keyFunc: KeyFunc<T>): KeyFunc<T> {
  return (object) => {
    try {
      return keyFunc(object);
    } catch (thrown) {
      throw thrown instanceof KeyError ? thrown : new KeyError(object, thrown);
    }
  };
}
