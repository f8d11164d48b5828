import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import { conformanceTable } from '../test/conformance/client-go-tests.js';
import { controllerTable } from '../test/conformance/controllers/table.js';
import { applyMutation, provenNames } from '../test/conformance/machinery.js';
import type { Mutation } from '../test/conformance/mutations/mutation.js';

/** A mutated runtime may leave a test waiting for what never comes: that is a failure too, soon enough. */
const testTimeoutMs = 4000;

/** Runs conformance tests against a runtime that has one mutation. One at a time. */
export class MutationRunner {
  readonly #vitest: Vitest;
  readonly #root: string;
  readonly #state: { mutation: Mutation | undefined };

  private constructor(vitest: Vitest, root: string, state: { mutation: Mutation | undefined }) {
    this.#vitest = vitest;
    this.#root = root;
    this.#state = state;
  }

  static async create(root: string): Promise<MutationRunner> {
    const state: { mutation: Mutation | undefined } = { mutation: undefined };
    const plugin: Plugin = {
      name: 'mutation',
      enforce: 'pre',
      transform(code, id) {
        const { mutation } = state;
        return mutation && id === resolve(root, mutation.file) ? applyMutation(code, mutation) : undefined;
      },
    };
    const vitest = await createVitest(
      'test',
      {
        root,
        watch: false,
        reporters: [{}],
        globalSetup: [],
        setupFiles: [resolve(root, 'scripts/mutation-watchdog.ts'), resolve(root, 'test/setup/fast-check.ts')],
        testTimeout: testTimeoutMs,
        include: ['test/runtime/**/*.conformance.test.ts'],
        maxWorkers: 1,
        dangerouslyIgnoreUnhandledErrors: true,
      },
      { plugins: [plugin] },
    );
    return new MutationRunner(vitest, root, state);
  }

  /** Undefined when every test that a mutation names passes without any; else what is wrong. */
  async checkUnchanged(mutations: readonly Mutation[]): Promise<string | undefined> {
    const names = [...new Set(mutations.flatMap((mutation) => mutation.kills))];
    const outcome = await this.#run(undefined, names);
    const wrong = names.filter((name) => !outcome.ran(name) || outcome.failed(name));
    if (wrong.length === 0) return undefined;
    return `${wrong.join(', ')} did not pass${outcome.errors}`;
  }

  /** Undefined when the mutation makes every test fail that it names; else what is wrong. */
  async check(mutation: Mutation): Promise<string | undefined> {
    const outcome = await this.#run(mutation, mutation.kills);
    const missing = mutation.kills.filter((name) => !outcome.ran(name));
    if (missing.length > 0) return `${missing.join(', ')} did not run, or looped for ever${outcome.errors}`;
    const survived = mutation.kills.filter((name) => !outcome.failed(name));
    return survived.length === 0 ? undefined : `survived ${survived.join(', ')}`;
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }

  async #run(mutation: Mutation | undefined, goTests: readonly string[]): Promise<Outcome> {
    const before = this.#state.mutation;
    this.#state.mutation = mutation;
    for (const changed of [before, mutation]) {
      if (changed) this.#vitest.invalidateFile(resolve(this.#root, changed.file));
    }
    const names = goTests.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.#vitest.setGlobalTestNamePattern(new RegExp(`\\b(${names.join('|')})(?![A-Za-z0-9_])`));
    const paths = [...new Set(goTests.flatMap(fileOf))].map((file) => resolve(this.#root, 'test', file));
    const specifications = await this.#vitest.globTestSpecifications(paths);
    const { testModules } = await this.#vitest.runTestSpecifications(specifications);
    return new Outcome(testModules);
  }
}

/** Where the counterpart of an upstream test is, below test/. */
function fileOf(name: string): string[] {
  const informers = conformanceTable.find((row) => row.goTest === name)?.ours;
  if (informers !== undefined) return [`runtime/${informers}`];
  const controllers = controllerTable.find((row) => row.name === name)?.ours;
  return controllers === undefined ? [] : [controllers.file];
}

/** Which Go tests' counterparts ran, and which of them failed. */
class Outcome {
  readonly #ran = new Set<string>();
  readonly #failed = new Set<string>();
  /** Errors outside of tests: a module that does not load. */
  readonly errors: string;

  constructor(modules: readonly TestModule[]) {
    for (const module of modules) for (const test of module.children.allTests()) this.#note(test);
    const messages = modules.flatMap((module) => module.errors().map((error) => error.message));
    this.errors = messages.length === 0 ? '' : `: ${messages.join('; ')}`;
  }

  ran(goTest: string): boolean {
    return this.#ran.has(goTest);
  }

  failed(goTest: string): boolean {
    return this.#failed.has(goTest);
  }

  #note(test: TestCase): void {
    const { state } = test.result();
    if (state === 'skipped' || state === 'pending') return;
    for (const name of provenNames(test.name)) {
      this.#ran.add(name);
      if (state === 'failed') this.#failed.add(name);
    }
  }
}
