const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
const BAR_WIDTH = 24;
/** To the start of the line, and nothing left on it. */
const CLEAR = '\r\u001b[2K';

interface ProgressOptions {
  /** How many chapters there are. */
  readonly of: number;
  readonly style: (text: string) => string;
  /** How many characters fit into a line now. */
  readonly width: () => number;
}

/** The last line of a terminal: which chapter it is, how many there are, and that something goes on. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #of: number;
  readonly #style: (text: string) => string;
  readonly #width: () => number;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #at = 0;
  #title = '';

  constructor(write: (text: string) => void, { of, style, width }: ProgressOptions) {
    this.#write = write;
    this.#of = of;
    this.#style = style;
    this.#width = width;
  }

  /** Shows a chapter, until another is shown or the end. */
  show(at: number, title: string): void {
    this.#at = at;
    this.#title = title;
    this.#timer ??= setInterval(() => this.#draw(), FRAME_MS);
    // A demo that failed ends; the line does not hold it.
    this.#timer.unref();
    this.#draw();
  }

  /** Writes whole lines above it. */
  above(text: string): void {
    if (this.#timer === undefined) return this.#write(text);
    this.#write(CLEAR + text);
    this.#draw();
  }

  end(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#write(CLEAR);
  }

  #draw(): void {
    const elapsedMs = performance.now() - this.#startedAt;
    const done = Math.round((BAR_WIDTH * this.#at) / Math.max(this.#of, 1));
    const bar = '━'.repeat(done) + '─'.repeat(Math.max(BAR_WIDTH - done, 0));
    const frame = FRAMES[Math.floor(elapsedMs / FRAME_MS) % FRAMES.length];
    const seconds = (elapsedMs / 1000).toFixed(1);
    const text = `${bar} ${this.#at} of ${this.#of}, ${seconds} s: ${this.#title}`;
    // A line that wraps cannot be cleared: only its last part would be. The last column stays free, some terminals wrap behind it.
    const fits = Math.max(this.#width() - 4, 0);
    this.#write(`${CLEAR} ${frame} ${this.#style(text.slice(0, fits))}`);
  }
}
