import { defineConfig, devices } from '@playwright/test'
import { findOrInstallChromium } from '@/scripts/lib/chromium.mjs'
import { pickByTestLength } from '@/server/testing/test-length'
import { SERVICE } from './service-config'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Far above what any test takes on a busy machine: it ends hanging tests and does not assert speed.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // Tests are independent: each creates its organization, addresses and emails. More workers than processors, because some tests wait on
  // timers.
  workers: 4,
  projects: [
    // These start separate services and mostly wait: run them in parallel with the others, not before.
    { name: 'processes', testMatch: /\/processes\//, workers: 1 },
    { name: 'browser', testIgnore: [/\/long\//, /\/processes\//] },
  ],
  // `@variant` tests cover further variants of what server tests verify: `npm run test:long "every browser test"` runs them too.
  ...pickByTestLength({ grepInvert: /@variant/ }, {}),
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    baseURL: SERVICE.baseUrl,
    locale: 'en-GB',
    // Skips animations of menus and dialogs, which `first-use` and `accessibility` test.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording traces takes longer than the tests: debug one test with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? findOrInstallChromium(() => undefined),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        // Disables GPU and software rasterizer.
        '--disable-software-rasterizer',
        '--disable-background-networking',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node node_modules/tsx/dist/cli.mjs e2e/service.ts',
    cwd: '..',
    // The operator port opens last.
    url: `http://127.0.0.1:${SERVICE.operatorPort}`,
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
  },
})
