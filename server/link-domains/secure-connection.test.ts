import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { env } from '../env'
import { anOrganization } from '../testing/factories/basics'
import { aReceiver, type Receiver } from '../testing/servers/https-receiver'
import { aNameServer, type NameServer } from '../testing/servers/name-server'
import { mayHaveCertificate } from './certificate-permission'
import { checkLinkDomain } from './check-link-domain'
import { createHostProof } from './host-proof'
import { publishLinkDomain, TARGET } from './link-domain-fixture'
import { createLinkDomain } from './link-domains'

/* The check over real TLS: the receiver plays the proxy in front of the service, at an address of this machine. */

const GOOD = 'good.shop.example'
const before = { ...env }
let names: NameServer
let proxy: Receiver
let certifiable: boolean[] = []

beforeAll(async () => {
  names = await aNameServer()
  proxy = await aReceiver({ hosts: [TARGET, GOOD, 'other.shop.example'] })
  Object.assign(env, {
    baseUrl: `https://${TARGET}:${proxy.port}`,
    linkDomainTarget: undefined,
    dnsServers: names.nameServers,
  })
  names.set(TARGET, ['127.0.0.1'])
  proxy.script((request, response) => void answer(request.headers.host ?? '', response))
  return async () => {
    Object.assign(env, before)
    names.close()
    await proxy.close()
  }
})
afterAll(() => {
  certifiable = []
})

async function answer(authority: string, response: ServerResponse): Promise<void> {
  const [host = ''] = authority.split(':')
  certifiable.push(await mayHaveCertificate(host))
  response.end(host === GOOD ? createHostProof(GOOD) : 'Welcome')
}

async function check(domain: string, options = { authorities: proxy.authorities }) {
  const organizationId = await anOrganization()
  publishLinkDomain(names, await createLinkDomain(organizationId, { domain }))
  const { state, url, requirements } = await checkLinkDomain(organizationId, options)
  return { state, url, check: requirements[2]?.check }
}

it('a domain is used when the service answers at it with a valid certificate', async () => {
  expect(await check(GOOD)).toMatchObject({
    state: 'verified',
    url: `https://${GOOD}:${proxy.port}/`,
    check: { status: 'ok' },
  })
  expect(certifiable, 'the proxy may get the certificate before the request').toEqual([true])
})

it.each<[string, string, object]>([
  ['another server answers', 'other.shop.example', { status: 'wrong', httpStatus: 200 }],
  ['the certificate is for other names', 'bare.shop.example', { status: 'failed', failure: 'TLS_WRONG_HOST' }],
])('a domain is not used when %s', async (_, domain, expected) => {
  expect(await check(domain)).toMatchObject({ state: 'pending', check: expected })
})

it('a domain is not used when no trusted authority issued the certificate', async () => {
  expect(await check(GOOD, { authorities: '' })).toMatchObject({
    state: 'pending',
    check: { status: 'failed', failure: expect.stringMatching(/^TLS_/) as string },
  })
})
