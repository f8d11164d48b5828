import type { Settings } from '../config/settings.js';
import type { FoundInput } from './inputs.js';
import type { Side } from './side.js';

export function readOutput(_name: string, _found: FoundInput & { is: 'output' }, _settings: Settings): Side {
  throw new Error('not yet');
}
