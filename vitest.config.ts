import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { V8_FLAGS } from './server/testing/v8-flags'

const root = import.meta.dirname
/** They change process-wide state, such as the pool or secrets: each runs in its own process. */
const ISOLATED = ['**/*.isolated.test.ts']
/** Takes minutes, or several processes: run by `npm run test:long` and dedicated scripts. */
const LONG = ['**/*.long.test.ts']
const NOT_TESTS = ['**/node_modules/**', '.next*/**', '.data*/**', 'e2e/**']

const shared = {
  pool: 'forks' as const,
  execArgv: V8_FLAGS,
  // Far above what any test takes on a busy machine: they end hanging tests and do not assert speed.
  testTimeout: process.env.TEST_LENGTH === 'long' ? 900_000 : 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['server/testing/worker-setup.ts'],
}

const resolve = {
  alias: {
    // The package throws on import outside a React server, by design; tests call server code without one.
    'server-only': path.join(root, 'node_modules/server-only/empty.js'),
    '@': root,
  },
}

export default defineConfig({
  resolve,
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    maxWorkers: 3,
    projects: [
      { resolve, test: { ...shared, name: 'isolated', include: ISOLATED, exclude: NOT_TESTS } },
      {
        resolve,
        // Files in a worker share modules: loading them takes longer than most tests.
        test: {
          ...shared,
          name: 'shared',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...NOT_TESTS, ...ISOLATED, ...LONG],
          isolate: false,
        },
      },
      { resolve, test: { ...shared, name: 'long', include: LONG, exclude: NOT_TESTS } },
    ],
  },
})
