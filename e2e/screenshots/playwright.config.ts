import path from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../playwright.config'

/** `npm run screenshots`: not a test, but uses the same browser and service. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'screenshots.ts',
  projects: [{ name: 'screenshots' }],
  timeout: 1_800_000,
  reporter: 'line',
  outputDir: path.join(import.meta.dirname, '../../test-results'),
  ...(base.webServer && !Array.isArray(base.webServer)
    ? { webServer: { ...base.webServer, cwd: path.join(import.meta.dirname, '../..') } }
    : {}),
})
