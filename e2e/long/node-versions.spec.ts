import { TESTED_NODE_VERSIONS } from '@/scripts/lib/tested-node-versions.mjs'
import { test } from '../fixtures'
import { runSmokeJourneyOnNode } from '../smoke-journey'

/*
 * Runs the product on every supported Node. Versions that can run the tests' build use it; an older one builds in a separate folder,
 * because other tests are served from the shared build. The newest one also builds (newest-node.spec.ts).
 */

const major = (version: string) => Number(version.split('.')[0])

for (const version of TESTED_NODE_VERSIONS.slice(0, -1))
  test(`Node ${version} runs the product from start-up to a survey answer on the dashboard`, async () => {
    test.setTimeout(300_000)
    await runSmokeJourneyOnNode(
      version,
      major(version) < major(process.versions.node) ? { NEXT_DIST_DIR: '.next-own' } : {},
    )
  })
