import { defineConfig, devices } from '@playwright/test'
import { SERVICE } from './service-address'

/** These have services of their own and mostly wait for them: they run beside the others. */
const OWN_SERVICES = /\/(engines|node-versions|recovery|several-processes)\.spec\.ts$/
/** These read the mails of the service, which go to one place: one reads at a time. */
const MAILS =
  /\/(alerts|alerts-by-sms|cases|digest|first-use|forms-responses|forms-strangers|journey|lists|members|pages|replies|sign-in|survey|survey-everybody|two-steps)\.spec\.ts$/
/** These measure what one does to another, or need all of the machine, and have it to themselves. */
const ALONE = /\/(hostile-[\w-]+|newest-node)\.spec\.ts$/

/** The journeys, in a real browser, against the service as `npm start` runs it, in a data folder of its own. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  projects: [
    { name: 'services', workers: 1, testMatch: OWN_SERVICES },
    { name: 'pages', workers: 1, testIgnore: [OWN_SERVICES, ALONE, MAILS] },
    { name: 'mails', workers: 1, testMatch: MAILS },
    { name: 'alone', workers: 1, testMatch: ALONE, dependencies: ['services', 'pages', 'mails'] },
  ],
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    baseURL: SERVICE.baseUrl,
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node node_modules/tsx/dist/cli.mjs e2e/service.ts',
    cwd: '..',
    url: `${SERVICE.baseUrl}/api/health`,
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
  },
})
