import { readFileSync } from 'node:fs'
import path from 'node:path'
import { globSync } from 'tinyglobby'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const TESTS = ['**/*.test.{ts,tsx}']
const NOT_TESTS = ['**/node_modules/**', '.next*/**', '.data*/**', 'e2e/**']

/**
 * What changes more than its own rows: the environment, the modules, the clock, the pool. Such a file gets modules of its own;
 * all others share theirs, for loading them takes longer than most tests do.
 */
const CHANGES_THE_WORLD = /process\.env|\bvi\.|ownDatabase|aCluster|startEmbedded|pool\.end|globalThis|await import\(/
const alone = globSync(TESTS, { cwd: root, ignore: NOT_TESTS }).filter((file) =>
  CHANGES_THE_WORLD.test(readFileSync(path.join(root, file), 'utf8')),
)

const shared = {
  pool: 'forks' as const,
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

const resolve = {
  alias: {
    // Outside a React server the package throws on import, by design; tests call server code without one.
    'server-only': path.join(root, 'node_modules/server-only/empty.js'),
    '@': root,
  },
}

export default defineConfig({
  resolve,
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      { resolve, test: { ...shared, name: 'alone', include: alone } },
      {
        resolve,
        test: { ...shared, name: 'together', include: TESTS, exclude: [...NOT_TESTS, ...alone], isolate: false },
      },
    ],
  },
})
