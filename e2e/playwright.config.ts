import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '@/scripts/lib/chromium.mjs'
import { byLength } from '@/server/testing/length'
import { SERVICE } from './service-address'

/** The journeys, in a real browser, against the service as `npm start` runs it, in a data folder of its own. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Each test makes an organization, addresses and mails of its own: no order, and no test that must be alone.
  // More than there are processors, because some of them wait for the clock.
  workers: 4,
  projects: [
    // They start services of their own and wait for the clock more than they work: beside the others, not before them.
    { name: 'processes', testMatch: /\/processes\//, workers: 1 },
    { name: 'browser', testIgnore: [/\/long\//, /\/processes\//] },
  ],
  // Further forms, and further ways to what the server's tests hold: `npm run test:long "every browser test"` runs them too.
  ...byLength({ grepInvert: /@variant/ }, {}),
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    baseURL: SERVICE.baseUrl,
    locale: 'en-GB',
    // Menus and dialogs open without animation, which is the subject of `first-use` and `accessibility`.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording a trace takes more than the tests do: look into one test with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? findChromium(() => undefined),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        // Nothing is drawn by a GPU, nor by a GPU in software.
        '--disable-software-rasterizer',
        '--disable-background-networking',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node node_modules/tsx/dist/cli.mjs e2e/service.ts',
    cwd: '..',
    // It is ready last.
    url: `http://127.0.0.1:${SERVICE.operatorPort}`,
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
  },
})
