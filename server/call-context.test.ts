import { Readable } from 'node:stream'
import { setImmediate as soon } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { currentOrganizationId, iterateAsOrganization, runAsOrganization } from './call-context'

it('a stream is read in its organization’s context, and its consumer is not', async () => {
  let ended: string | undefined
  async function* items() {
    try {
      for (let n = 0; ; n += 1) {
        await soon()
        yield `${n} ${currentOrganizationId()}`
      }
    } finally {
      ended = currentOrganizationId()
    }
  }
  const stream = runAsOrganization('other', () =>
    Readable.from(iterateAsOrganization('own', items()), { highWaterMark: 1 }),
  )
  const seen: string[] = []
  for await (const item of stream) {
    expect(currentOrganizationId()).toBeUndefined()
    if (seen.push(item as string) === 5) break
  }
  expect(seen).toEqual(['0 own', '1 own', '2 own', '3 own', '4 own'])
  await expect.poll(() => ended).toBe('own')
})
