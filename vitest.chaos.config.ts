import { mergeConfig } from 'vitest/config'
import common from './vitest.config'

/** What takes minutes because it kills processes at random moments: on its own, when deliveries or the runner change. */
const config = mergeConfig(common, {})
config.test = { ...config.test, include: ['**/*.chaos.ts'] }

export default config
