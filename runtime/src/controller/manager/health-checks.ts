import { toError } from '../../api/on-error.js';

/** Throws, or rejects, when something is wrong. */
export type HealthCheck = () => void | Promise<void>;

/** What a probe is answered. */
export interface HealthReport {
  readonly ok: boolean;
  /** One line for each check: `[+]ping ok`, `[-]caches failed: pods: not synced`. */
  readonly text: string;
}

/** Named checks of one probe. */
export class HealthChecks {
  readonly #checks = new Map<string, HealthCheck>();

  add(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  has(name: string): boolean {
    return this.#checks.has(name);
  }

  /** Asks all but the excluded ones. */
  async report(exclude: ReadonlySet<string> = new Set()): Promise<HealthReport> {
    const names = [...this.#checks.keys()].filter((name) => !exclude.has(name));
    const reports = await Promise.all(names.map((name) => this.reportOne(name)));
    return { ok: reports.every(({ ok }) => ok), text: reports.map(({ text }) => text).join('\n') };
  }

  async reportOne(name: string): Promise<HealthReport> {
    try {
      await this.#checks.get(name)?.();
      return { ok: true, text: `[+]${name} ok` };
    } catch (thrown) {
      return { ok: false, text: `[-]${name} failed: ${toError(thrown).message}` };
    }
  }
}
