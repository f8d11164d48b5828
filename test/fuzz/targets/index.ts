import type { FuzzTarget } from '../target.js';
import { lazyReader } from './lazy-reader.js';
import { lineSplitter } from './line-splitter.js';
import { listDecoder } from './list-decoder.js';
import { managedFieldsCutter } from './managed-fields.js';
import { projectingDecoder } from './projecting-decoder.js';
import { fieldSelector, labelSelector } from './selectors.js';

/** Every reader of bytes that others wrote. */
export const targets: readonly FuzzTarget[] = [
  lineSplitter,
  listDecoder,
  lazyReader,
  managedFieldsCutter,
  projectingDecoder,
  labelSelector,
  fieldSelector,
];
