import { nodeProgram, SUPPORTED_NODES } from '@/scripts/lib/node-binaries.mjs'
import { caller, expect, test } from '../fixtures'
import { startOwnService } from '../own-service'

/*
 * The built product on one other major version of Node: a newer one where there is one, since a build is not for older ones.
 * `npm run test:nodes` takes a whole journey on all of them.
 */

const major = (version: string) => Number(version.split('.')[0])
const OTHER =
  SUPPORTED_NODES.find((version) => major(version) > major(process.versions.node)) ?? SUPPORTED_NODES.at(-2) ?? ''

test(`starts on Node ${OTHER}, and answers a call with an API key`, async () => {
  test.setTimeout(240_000)
  const service = await startOwnService({ port: 3214, program: nodeProgram(OTHER) })
  try {
    const { key } = await service.anOwner()
    expect((await caller(service.baseUrl, key)('GET /contacts')).status).toBe(200)
  } finally {
    await service.stop()
  }
})
