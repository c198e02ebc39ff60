import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../clock'
import { db } from '../db'
import { env } from '../env'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { useMailbox } from '../testing/environment'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { runQueue } from '../testing/queues'
import { checkLinkDomain } from './check-link-domain'
import { linkCheckQueue } from './link-check-queue'
import {
  aDomainName,
  anOrganizationWithVerifiedLinkDomain,
  type LinkService,
  openLinkService,
  publishLinkDomain,
  TARGET,
} from './link-domain-fixture'
import { createLinkDomain, deleteLinkDomain, getLinkDomainSettings } from './link-domains'
import { loadPublicUrl } from './public-url'

const mailbox = await useMailbox()
let service: LinkService
let domainName: string

beforeEach(async () => {
  domainName = aDomainName()
  service = await openLinkService()
})
afterEach(async () => {
  vi.useRealTimers()
  await service.close()
})

const settings = async (organizationId: string) => (await getLinkDomainSettings(organizationId)).linkDomain
const statuses = async (organizationId: string) =>
  (await settings(organizationId))?.requirements.map(({ check }) => check?.status)
const actions = async (organizationId: string) =>
  (await db.auditEvent.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })).map(({ action }) => action)
const advance = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })

async function sendMails(organizationId: string) {
  const mails = await db.systemEmail.findMany({ where: { organizationId, endedAt: null } })
  for (const { id } of mails) await sendSystemEmail(id)
}

describe('a new link domain', () => {
  it('is checked by the queue until its records are right and the service answers at it, and then begins links', async () => {
    const organizationId = await anOrganization()
    const created = await createLinkDomain(organizationId, { domain: domainName })
    expect(created).toMatchObject({ domain: domainName, state: 'pending', checkedAt: null })
    expect(created.requirements.map(({ kind, record }) => [kind, record?.type, record?.name])).toEqual([
      ['dns', 'CNAME', domainName],
      ['ownership', 'TXT', `_feedback.${domainName}`],
      ['https', undefined, undefined],
    ])
    expect(created.requirements[0]?.record?.value).toBe(TARGET)

    await runQueue(linkCheckQueue, organizationId)
    expect(await statuses(organizationId)).toEqual(['missing', 'missing', 'waiting'])
    publishLinkDomain(service.names, created, { code: null })
    advance(HOUR_MS)
    await runQueue(linkCheckQueue, organizationId)
    expect(await statuses(organizationId)).toEqual(['ok', 'missing', 'waiting'])
    expect(await loadPublicUrl(organizationId, '/f/x')).toBe(`${env.baseUrl}/f/x`)

    publishLinkDomain(service.names, created)
    advance(HOUR_MS)
    await runQueue(linkCheckQueue, organizationId)
    expect(await statuses(organizationId)).toEqual(['ok', 'ok', 'ok'])
    expect((await settings(organizationId))?.state).toBe('verified')
    expect(await loadPublicUrl(organizationId, '/f/x')).toBe(`${service.origin(domainName)}/f/x`)
    expect(await actions(organizationId)).toEqual(['link_domain.added', 'link_domain.verified'])
  })

  it('is the only one of its organization, and not the service itself', async () => {
    const organizationId = await anOrganization()
    const results = await Promise.allSettled([1, 2].map(() => createLinkDomain(organizationId, { domain: domainName })))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(createLinkDomain(await anOrganization(), { domain: TARGET })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  it('may be added by several organizations, but only used by the one that DNS names', async () => {
    const [organizationId, other] = [await anOrganization(), await anOrganization()]
    const [own, foreign] = [
      await createLinkDomain(organizationId, { domain: domainName }),
      await createLinkDomain(other, { domain: domainName }),
    ]
    publishLinkDomain(service.names, own)
    await Promise.all([checkLinkDomain(organizationId), checkLinkDomain(other)])
    expect(await statuses(organizationId)).toEqual(['ok', 'ok', 'ok'])
    expect(await statuses(other)).toEqual(['ok', 'wrong', 'waiting'])
    publishLinkDomain(service.names, foreign)
    await checkLinkDomain(other)
    expect(await statuses(other)).toEqual(['ok', 'usedElsewhere', 'ok'])
    await deleteLinkDomain(organizationId)
    expect((await checkLinkDomain(other)).state).toBe('verified')
  })

  it('of two organizations with both codes in DNS is used by one of them, although both are checked at once', async () => {
    const organizations = [await anOrganization(), await anOrganization()]
    const domains = await Promise.all(organizations.map((id) => createLinkDomain(id, { domain: domainName })))
    const [first] = domains
    if (!first) throw new Error('no domain')
    publishLinkDomain(service.names, first)
    const txt = domains.map(({ requirements }) => requirements[1]?.record?.value ?? '')
    service.names.set(`_feedback.${domainName}`, { txt })
    const checked = await Promise.all(organizations.map((id) => checkLinkDomain(id)))
    expect(checked.map(({ state }) => state).toSorted()).toEqual(['pending', 'verified'])
  })
})

describe('a link domain in use', () => {
  it('that fails is announced to owners and admins, and given up after three days', async () => {
    const { organizationId, domain } = await anOrganizationWithVerifiedLinkDomain(service, { name: 'Harbour' })
    const [owner, member] = [await aMember(organizationId, 'owner'), await aMember(organizationId, 'member')]
    publishLinkDomain(service.names, domain, { target: 'elsewhere.example' })
    service.names.set('elsewhere.example', ['127.0.0.2'])
    advance(DAY_MS)
    await runQueue(linkCheckQueue, organizationId)
    expect(await settings(organizationId)).toMatchObject({
      state: 'failing',
      requirements: [{ check: { status: 'wrong', found: ['elsewhere.example', '127.0.0.2'] } }, {}, {}],
    })
    expect(await loadPublicUrl(organizationId, '/u/x')).toContain(domain.domain)
    await sendMails(organizationId)
    expect(mailbox.to(owner.email).map(({ mail }) => mail.subject)).toEqual([
      `${domain.domain} needs your attention: links with it may not open`,
    ])
    expect(mailbox.to(member.email)).toHaveLength(0)

    advance(3 * DAY_MS)
    await runQueue(linkCheckQueue, organizationId)
    expect((await settings(organizationId))?.state).toBe('stopped')
    expect(await loadPublicUrl(organizationId, '/u/x')).toBe(`${env.baseUrl}/u/x`)
    await sendMails(organizationId)
    expect(mailbox.to(owner.email).at(-1)?.mail.subject).toBe(`Links of Harbour no longer begin with ${domain.domain}`)
    publishLinkDomain(service.names, domain)
    expect((await checkLinkDomain(organizationId)).state).toBe('verified')
  })

  it('stays in use while DNS does not answer', async () => {
    const { organizationId, domain } = await anOrganizationWithVerifiedLinkDomain(service)
    service.names.set(domain.domain, 'SERVFAIL')
    expect(await checkLinkDomain(organizationId)).toMatchObject({ state: 'verified', failingSince: null })
    expect(await statuses(organizationId)).toEqual(['unreachable', 'ok', 'waiting'])
  })

  it('that is removed begins no links any more', async () => {
    const { organizationId } = await anOrganizationWithVerifiedLinkDomain(service)
    await deleteLinkDomain(organizationId)
    expect(await loadPublicUrl(organizationId, '/s/x')).toBe(`${env.baseUrl}/s/x`)
    await expect(checkLinkDomain(organizationId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the check of the address', () => {
  it.each<[string, Parameters<LinkService['names']['set']>[1], string]>([
    ['a CNAME to the target, in any case', { cname: 'Service.Example' }, 'ok'],
    ['the addresses of the target, as at an apex', ['127.0.0.1'], 'ok'],
    ['another address beside them', ['127.0.0.1', '127.0.0.9'], 'wrong'],
    ['an IPv6 address that the target does not have', ['127.0.0.1', '2001:db8::9'], 'wrong'],
    ['a CNAME elsewhere', { cname: 'other.example' }, 'missing'],
    ['no address', { txt: ['x'] }, 'missing'],
    ['no answer', 'SERVFAIL', 'unreachable'],
  ])('%s', async (_, answer, status) => {
    const organizationId = await anOrganization()
    await createLinkDomain(organizationId, { domain: domainName })
    service.names.set(domainName, answer)
    await checkLinkDomain(organizationId)
    expect((await statuses(organizationId))?.[0]).toBe(status)
  })

  it('is refused after thirty within an hour', async () => {
    const { organizationId } = await anOrganizationWithVerifiedLinkDomain(service)
    for (let count = 1; count < 30; count += 1) await checkLinkDomain(organizationId)
    await expect(checkLinkDomain(organizationId)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })
})
