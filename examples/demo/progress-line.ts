const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
const BAR_WIDTH = 24;
/** To the start of the line, and nothing left on it. */
const CLEAR = '\r\u001b[2K';

/** The last line of a terminal: which chapter it is, how many there are, and that something goes on. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #of: number;
  readonly #style: (text: string) => string;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #at = 0;
  #title = '';

  constructor(write: (text: string) => void, { of, style }: { of: number; style: (text: string) => string }) {
    this.#write = write;
    this.#of = of;
    this.#style = style;
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
    this.#write(`${CLEAR} ${frame} ${this.#style(`${bar} ${this.#at} of ${this.#of}, ${seconds} s: ${this.#title}`)}`);
  }
}
