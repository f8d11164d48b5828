import type { ObjectOutline } from './object-outline.js';
import { Scratch } from './scratch.js';

const SLASH = 0x2f;
const shared = new Scratch();

/**
 * Reads an object's key, `namespace/name` or `name`, out of its bytes. The parts are put together as bytes, because a
 * string that is concatenated from others is stored in parts, which costs memory and time in every map.
 */
export class KeyReader {
  read(bytes: Buffer, { name, namespace }: ObjectOutline): string {
    const most = name.end - name.start + (namespace.end - namespace.start) + 1;
    const scratch = shared.ofLength(most);
    let length = 0;
    let all = 0;
    if (namespace.end > namespace.start) {
      for (let at = namespace.start; at < namespace.end; at += 1, length += 1)
        all |= scratch[length] = bytes[at] as number;
      scratch[length] = SLASH;
      length += 1;
    }
    for (let at = name.start; at < name.end; at += 1, length += 1) all |= scratch[length] = bytes[at] as number;
    return scratch.toString(all < 0x80 ? 'latin1' : 'utf8', 0, length);
  }
}
