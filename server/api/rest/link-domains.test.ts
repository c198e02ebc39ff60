import { describe, expect, it } from 'vitest'
import { GET as ask } from '@/app/api/link-domains/ask/route'
import { db } from '../../db'
import { aLinkDomain } from '../../link-domains/link-domain-fixture'
import { useEnvironment } from '../../testing/environment'
import { anOrganization } from '../../testing/factories/basics'

useEnvironment({ FRONT_DOOR: '1' })

let count = 0

async function request(query: string, address = `198.51.100.${(count += 1)}`) {
  const headers = { 'x-forwarded-for': address }
  const response = await ask(new Request(`http://localhost/api/link-domains/ask${query}`, { headers }), {})
  return { status: response.status, text: await response.text() }
}

describe('GET /api/link-domains/ask', () => {
  it('200: for a domain whose DNS records held, in any case; 404: for every other name, with the same answer', async () => {
    const domain = await aLinkDomain(await anOrganization())
    expect(await request(`?domain=${domain.toUpperCase()}`)).toEqual({ status: 200, text: '' })
    const pending = await aLinkDomain(await anOrganization())
    await db.linkDomain.updateMany({ where: { domain: pending }, data: { dnsPassedAt: null, verifiedAt: null } })
    for (const query of [
      `?domain=${pending}`,
      `?domain=x.${domain}`,
      '?domain=',
      '',
      '?domain=%00',
      '?domain=127.0.0.1',
    ])
      expect([query, await request(query)]).toEqual([query, { status: 404, text: '' }])
  })

  it('429: after 600 questions of an address within a minute', async () => {
    const { status } = await request('?domain=a.example', '198.51.100.250')
    expect(status).toBe(404)
    await db.$executeRaw`UPDATE rate_limit_counter SET count = 600 WHERE count = 1 AND resets_at > now()`
    expect((await request('?domain=a.example', '198.51.100.250')).status).toBe(429)
  })
})
