import { rmSync } from 'node:fs'
import path from 'node:path'
import { TESTED_NODE_VERSIONS } from '@/scripts/lib/tested-node-versions.mjs'
import { test } from '../fixtures'
import { SERVICE } from '../service-config'
import { runSmokeJourneyOnNode } from '../smoke-journey'

const NEWEST = TESTED_NODE_VERSIONS.at(-1) ?? ''
const FOLDER = '.next-own'

test(`Node ${NEWEST} builds the product and takes a survey answer from the email link to the dashboard`, async () => {
  test.setTimeout(300_000)
  const remove = () => rmSync(path.join(SERVICE.root, FOLDER), { recursive: true, force: true })
  remove()
  try {
    await runSmokeJourneyOnNode(NEWEST, { NEXT_DIST_DIR: FOLDER })
  } finally {
    // Otherwise its generated types, which outlive this test, would be type-checked too.
    remove()
  }
})
