/** After so many values it is known whether they repeat. */
const TRIAL = 256;

/** How often the values of one field repeat. Those of a field in which they do not are not looked up. */
export class Repetition {
  #asked = 0;
  #found = 0;

  /** False once most values were new. */
  get isWorthAsking(): boolean {
    return this.#asked < TRIAL || this.#found * 4 >= this.#asked;
  }

  note(found: boolean): void {
    if (this.#asked >= TRIAL) return;
    this.#asked += 1;
    if (found) this.#found += 1;
  }
}
