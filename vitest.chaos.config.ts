import { defineConfig } from 'vitest/config'
import common from './vitest.config.ts'

/** What takes minutes because it kills processes at random moments: on its own, when deliveries or the runner change. */
export default defineConfig({
  ...common,
  test: { ...common.test, include: ['**/*-chaos.test.ts'], exclude: ['**/node_modules/**', '.next*/**', '.data*/**'] },
})
