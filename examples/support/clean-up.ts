/** Things to undo at the end, the last one first. One that fails does not keep the others from being undone. */
export class CleanUp implements AsyncDisposable {
  readonly #tasks: (() => unknown)[] = [];

  add(task: () => unknown): void {
    this.#tasks.push(task);
  }

  /** Disposes of something at the end; gives it back. */
  use<T extends AsyncDisposable>(owned: T): T {
    this.add(() => owned[Symbol.asyncDispose]());
    return owned;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const errors: unknown[] = [];
    for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) {
      try {
        await task();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, `cleaning up failed: ${String(errors[0])}`);
  }
}
