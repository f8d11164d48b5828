import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Vitest leaves one core to itself: on two, half of the machine would wait.
const maxWorkers = Math.max(2, availableParallelism() - 1);

export default defineConfig({
  resolve: { conditions: ['@informer-gen/source'] },
  ssr: { resolve: { conditions: ['@informer-gen/source', 'node', 'import', 'default'] } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/seed-notice.ts', 'test/setup/api-server-global.ts'],
    setupFiles: ['test/setup/leak-check.ts', 'test/setup/fast-check.ts'],
    maxWorkers,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
