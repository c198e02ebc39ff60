import { SUPPORTED_NODES } from '@/scripts/lib/node-binaries.mjs'
import { test } from '../fixtures'
import { oneAnswer } from '../smoke-journey'

/*
 * The product on every Node that people have. They run what that of the tests has built; an older one, for which that is no build,
 * makes its own, in a folder of its own, since other tests are served from theirs meanwhile. The newest one is looked at where it
 * builds, too (newest-node.spec.ts).
 */

const major = (version: string) => Number(version.split('.')[0])

for (const version of SUPPORTED_NODES.slice(0, -1))
  test(`Node ${version} runs the product from start-up to a survey answer on the dashboard`, async () => {
    test.setTimeout(300_000)
    await oneAnswer(version, major(version) < major(process.versions.node) ? { NEXT_DIST_DIR: '.next-own' } : {})
  })
