import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@informer-gen/source'] },
  ssr: { resolve: { conditions: ['@informer-gen/source', 'node', 'import', 'default'] } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/api-server-global.ts'],
    setupFiles: ['test/setup/leak-check.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
