import { defineConfig } from '@playwright/test'
import base from '../playwright.config'

const [SERVER] = [base.webServer ?? []].flat()
if (!SERVER) throw new Error('the browser tests have no service')

/** What takes minutes, or needs the machine to itself: one after the other (`npm run test:long`). */
export default defineConfig({
  ...base,
  webServer: { ...SERVER, cwd: '../..' },
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  projects: [{ name: 'long' }],
})
