/** A public entry point of a package, as the reference shows it. */
export interface EntryPoint {
  /** What programs import. */
  readonly module: string;
  /** Its page: `docs/reference/<page>.md`. */
  readonly page: string;
  readonly file: string;
  readonly about: string;
}

/** What people import; generated code has an entry point of its own, which is no reading. */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  {
    module: '@informer-gen/runtime',
    page: 'runtime',
    file: 'runtime/src/index.ts',
    about: 'Connecting, informers, listers, factories, work queues, errors.',
  },
  {
    module: '@informer-gen/runtime/controller',
    page: 'controller',
    file: 'runtime/src/controller/index.ts',
    about: 'Managers, controllers, leader election, events.',
  },
  {
    module: '@informer-gen/runtime/controller/helpers',
    page: 'controller-helpers',
    file: 'runtime/src/controller/helpers/index.ts',
    about: 'Owners, finalizers, conditions, retries; loads nothing of the manager.',
  },
  {
    module: '@informer-gen/runtime/metrics',
    page: 'metrics',
    file: 'runtime/src/metrics/index.ts',
    about: "Metrics, logs and traces, in the team's own registry, logger and SDK.",
  },
  {
    module: '@informer-gen/runtime/inspect',
    page: 'inspect',
    file: 'runtime/src/inspect/index.ts',
    about: 'A page that shows what a program does.',
  },
  {
    module: '@informer-gen/runtime/client-go',
    page: 'client-go',
    file: 'runtime/src/client-go/index.ts',
    about: "The rest of client-go's toolbox, second spellings, the classes behind error codes, seldom named types.",
  },
  {
    module: '@informer-gen/testing',
    page: 'testing',
    file: 'testkit/index.ts',
    about: 'API servers for tests, simulated and real, fakes, a bed for controllers.',
  },
  {
    module: 'informer-gen',
    page: 'generator',
    file: 'generator/index.ts',
    about: 'The generator as a library.',
  },
];
