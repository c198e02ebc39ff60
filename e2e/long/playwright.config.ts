import { defineConfig } from '@playwright/test'
import base from '../playwright.config'

const [SERVER] = [base.webServer ?? []].flat()
if (!SERVER) throw new Error('the browser tests have no service')

/** Tests that take minutes or need the machine to themselves: run serially (`npm run test:long`). */
export default defineConfig({
  ...base,
  webServer: { ...SERVER, cwd: '../..' },
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  projects: [{ name: 'long' }],
})
