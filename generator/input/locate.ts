import type { Event } from 'js-yaml';
import type { JsonPath } from './json.js';
import { EVENT_ID, getScalarValue, parseEvents } from './yaml/js-yaml.js';

/**
 * The line (from 1) of the value at a path, or of its nearest ancestor that the text has; undefined where the text
 * cannot be parsed. Parses again, which costs nothing as long as nothing is wrong.
 */
export function lineOf(text: string, document: number, path: JsonPath): number | undefined {
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth: 1000 });
  } catch {
    return undefined;
  }
  const offset = new Walker(text, events).offsetOf(document, path);
  if (offset === undefined) return undefined;
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Walks the flat event list down one path. */
class Walker {
  readonly #text: string;
  readonly #events: readonly Event[];
  #at = 0;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
  }

  offsetOf(document: number, path: JsonPath): number | undefined {
    for (let seen = 0; this.#at < this.#events.length; this.#at += 1) {
      if (this.#events[this.#at]?.type !== EVENT_ID.DOCUMENT) continue;
      seen += 1;
      if (seen !== document) continue;
      this.#at += 1;
      return this.#descend(path);
    }
    return undefined;
  }

  #descend(path: JsonPath): number | undefined {
    let found = startOf(this.#events[this.#at]);
    for (const segment of path) {
      const event = this.#events[this.#at];
      const inside =
        event?.type === EVENT_ID.MAPPING
          ? this.#enterKey(String(segment))
          : event?.type === EVENT_ID.SEQUENCE
            ? this.#enterIndex(Number(segment))
            : undefined;
      if (inside === undefined) return found;
      found = inside;
    }
    return found;
  }

  /** Moves to the value of a key and returns the offset of the key. */
  #enterKey(key: string): number | undefined {
    this.#at += 1;
    for (
      let event = this.#events[this.#at];
      event !== undefined && event.type !== EVENT_ID.POP;
      event = this.#events[this.#at]
    ) {
      const matches = event.type === EVENT_ID.SCALAR && getScalarValue(this.#text, event) === key;
      const offset = startOf(event);
      this.#skip();
      if (matches) return offset;
      this.#skip();
    }
    return undefined;
  }

  #enterIndex(index: number): number | undefined {
    this.#at += 1;
    for (let i = 0; i < index; i += 1) {
      if (this.#events[this.#at]?.type === EVENT_ID.POP) return undefined;
      this.#skip();
    }
    return startOf(this.#events[this.#at]);
  }

  /** Moves past one node. */
  #skip(): void {
    let depth = 0;
    do {
      const type = this.#events[this.#at]?.type;
      if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
      if (type === EVENT_ID.POP) depth -= 1;
      this.#at += 1;
    } while (depth > 0 && this.#at < this.#events.length);
  }
}

function startOf(event: Event | undefined): number | undefined {
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      return event.valueStart;
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    default:
      return undefined;
  }
}
