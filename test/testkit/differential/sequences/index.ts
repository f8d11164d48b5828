import type { Sequence } from '../step.js';
import { apiSequences } from './apis.js';
import { customSequences } from './custom.js';
import { CONTROLLER_KINDS } from './kinds.js';
import { lifeOf } from './life.js';
import { metadataSequences } from './metadata.js';
import { OTHER_KINDS } from './other-kinds.js';
import { ownershipSequences } from './ownership.js';
import { podSecuritySequences } from './pod-security.js';
import { readingSequences } from './reading.js';
import { recordedSequences } from './recorded.js';
import { coreRefusalSequences } from './refusals-core.js';
import { refusalSequences } from './refusals.js';

/** Every sequence of the permanent suite. */
export const ALL_SEQUENCES: readonly Sequence[] = [
  ...customSequences,
  ...CONTROLLER_KINDS.map(lifeOf),
  ...refusalSequences,
  ...coreRefusalSequences,
  ...metadataSequences,
  ...apiSequences,
  ...readingSequences,
  ...podSecuritySequences,
  ...ownershipSequences,
  ...OTHER_KINDS.map(lifeOf),
  ...recordedSequences,
];
