import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../clock'
import { db } from '../db'
import { env } from '../env'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { useMailbox } from '../testing/environment'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { runQueue } from '../testing/queues'
import type { NameServer } from '../testing/servers/name-server'
import { checkSendingDomain } from './check-sending-domain'
import { domainCheckQueue } from './domain-check-queue'
import { anOrganizationWithVerifiedDomain, openNameServer, publishRecord } from './domain-fixture'
import { loadOrganizationSender } from './organization-sender'
import { CreateSendingDomain } from './schema'
import {
  createSendingDomain,
  deleteSendingDomain,
  getSendingDomainSettings,
  updateSendingDomain,
} from './sending-domains'

const mailbox = await useMailbox()
let server: NameServer

beforeEach(async () => {
  server = await openNameServer()
})
afterEach(() => {
  vi.useRealTimers()
  server.close()
})

const INPUT = { domain: 'shop.example', localPart: 'feedback' }
const row = (organizationId: string) => db.sendingDomain.findUniqueOrThrow({ where: { organizationId } })
const settings = async (organizationId: string) => (await getSendingDomainSettings(organizationId)).sendingDomain
const actions = async (organizationId: string) =>
  (await db.auditEvent.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })).map(({ action }) => action)
const advance = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })

async function sendMails(organizationId: string) {
  const mails = await db.systemEmail.findMany({ where: { organizationId, endedAt: null } })
  for (const { id } of mails) await sendSystemEmail(id)
}

describe('a new sending domain', () => {
  it('has a key of its own, which is stored encrypted, and is checked by the queue until its record is right', async () => {
    const organizationId = await anOrganization()
    const created = await createSendingDomain(organizationId, INPUT)
    expect(created).toMatchObject({ domain: 'shop.example', state: 'pending', checkedAt: null })
    const { dkimPrivateKey, dkimSelector, dkimPublicKey } = await row(organizationId)
    expect(dkimPrivateKey).not.toContain('PRIVATE KEY')
    expect(created.records).toMatchObject([
      {
        kind: 'dkim',
        isRequired: true,
        host: `${dkimSelector}._domainkey`,
        value: `v=DKIM1; k=rsa; p=${dkimPublicKey}`,
      },
      { kind: 'dmarc', isRequired: false, name: '_dmarc.shop.example', value: 'v=DMARC1; p=none' },
    ])

    await runQueue(domainCheckQueue, organizationId)
    expect(await settings(organizationId)).toMatchObject({
      state: 'pending',
      checkedAt: expect.any(String) as string,
      records: [{ check: { status: 'missing' } }, { check: { status: 'missing' } }],
    })
    publishRecord(server, created, 'dkim')
    await runQueue(domainCheckQueue, organizationId)
    expect((await settings(organizationId))?.state, 'not due yet').toBe('pending')
    advance(HOUR_MS)
    await runQueue(domainCheckQueue, organizationId)
    expect((await settings(organizationId))?.state).toBe('verified')
    expect(await actions(organizationId)).toEqual(['sending_domain.added', 'sending_domain.verified'])
  })

  it('is the only one of its organization, and another organization may add the same', async () => {
    const [organizationId, other] = [await anOrganization(), await anOrganization()]
    const results = await Promise.allSettled([1, 2].map(() => createSendingDomain(organizationId, INPUT)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await createSendingDomain(other, INPUT)
    const [own, others] = [await row(organizationId), await row(other)]
    expect(own.dkimPublicKey).not.toBe(others.dkimPublicKey)
  })

  it('is refused with 429 after ten keys within an hour', async () => {
    const organizationId = await anOrganization()
    const results = await Promise.allSettled(
      Array.from({ length: 11 }, () => createSendingDomain(organizationId, INPUT)),
    )
    const codes = results.map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : '',
    )
    expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(1)
    expect(codes.filter((code) => code === '')).toHaveLength(1)
  })

  it('cannot be added where the operator switched it off, and then none is used', async () => {
    const { organizationId } = await anOrganizationWithVerifiedDomain(server)
    env.sendingDomains.isEnabled = false
    try {
      await expect(createSendingDomain(await anOrganization(), INPUT)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      expect(await loadOrganizationSender(organizationId)).toEqual({ address: env.mailFrom.address })
    } finally {
      env.sendingDomains.isEnabled = true
    }
  })

  it.each([
    ['Shop.Example', 'shop.example'],
    [' @shop.example. ', 'shop.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('%s is stored as %s', (domain, stored) => {
    expect(CreateSendingDomain.parse({ domain })).toEqual({ domain: stored, localPart: 'feedback' })
  })

  it.each([
    '',
    'localhost',
    'https://shop.example',
    'a b.example',
    'shop..example',
    '192.0.2.1',
    `${'a.'.repeat(99)}example`,
    'x@shop.example',
  ])('refuses the domain %j', (domain) => {
    expect(CreateSendingDomain.safeParse({ domain }).success).toBe(false)
  })

  it.each(['', 'a b', 'a@b', 'é', '.a', 'a..b', 'a\r\nBcc', 'x'.repeat(65)])(
    'refuses the local part %j',
    (localPart) => {
      expect(CreateSendingDomain.safeParse({ domain: 'shop.example', localPart }).success).toBe(false)
    },
  )
})

describe('a verified domain', () => {
  it('that fails is announced to owners and admins, and given up after three days', async () => {
    const { organizationId, domain } = await anOrganizationWithVerifiedDomain(server, { name: 'Harbour' })
    const [owner, admin, member] = [
      await aMember(organizationId, 'owner'),
      await aMember(organizationId, 'admin'),
      await aMember(organizationId, 'member'),
    ]
    publishRecord(server, domain, 'dkim', 'v=DKIM1; p=')
    advance(DAY_MS)
    await runQueue(domainCheckQueue, organizationId)
    expect(await settings(organizationId)).toMatchObject({
      state: 'failing',
      graceEndsAt: expect.any(String) as string,
    })
    expect((await loadOrganizationSender(organizationId)).address).toBe(`feedback@${domain.domain}`)
    await sendMails(organizationId)
    expect(mailbox.to(owner.email).map(({ mail }) => mail.subject)).toEqual([
      `${domain.domain} needs your attention: its DKIM record is missing`,
    ])
    expect(mailbox.to(admin.email)).toHaveLength(1)
    expect(mailbox.to(member.email)).toHaveLength(0)

    advance(3 * DAY_MS)
    await runQueue(domainCheckQueue, organizationId)
    expect((await settings(organizationId))?.state).toBe('stopped')
    expect(await loadOrganizationSender(organizationId)).toEqual({ address: env.mailFrom.address })
    await sendMails(organizationId)
    expect(mailbox.to(owner.email).at(-1)?.mail.subject).toBe(`Emails of Harbour no longer come from ${domain.domain}`)

    publishRecord(server, domain, 'dkim')
    expect(await checkSendingDomain(organizationId)).toMatchObject({ state: 'verified', failingSince: null })
    expect(await actions(organizationId)).toEqual([
      'sending_domain.verified',
      'sending_domain.stopped',
      'sending_domain.verified',
    ])
  })

  it('changes its address with an entry in the audit log, and refuses what another member changed meanwhile', async () => {
    const { organizationId, domain } = await anOrganizationWithVerifiedDomain(server)
    await updateSendingDomain(organizationId, { localPart: 'hello', asRead: { localPart: 'feedback' } })
    expect((await loadOrganizationSender(organizationId)).address).toBe(`hello@${domain.domain}`)
    await expect(
      updateSendingDomain(organizationId, { localPart: 'other', asRead: { localPart: 'feedback' } }),
    ).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect(await actions(organizationId)).toContain('sending_domain.changed')
  })

  it('that is removed is not used any more, and a new one has another key', async () => {
    const { organizationId, domain } = await anOrganizationWithVerifiedDomain(server)
    const { dkimPublicKey } = await row(organizationId)
    await deleteSendingDomain(organizationId)
    expect(await loadOrganizationSender(organizationId)).toEqual({ address: env.mailFrom.address })
    await createSendingDomain(organizationId, { domain: domain.domain, localPart: 'feedback' })
    expect((await row(organizationId)).dkimPublicKey).not.toBe(dkimPublicKey)
    await expect(deleteSendingDomain(await anOrganization())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a check', () => {
  it('is refused after thirty within an hour', async () => {
    const { organizationId } = await anOrganizationWithVerifiedDomain(server)
    for (let count = 1; count < 30; count += 1) await checkSendingDomain(organizationId)
    await expect(checkSendingDomain(organizationId)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  })

  it('of a domain removed meanwhile changes nothing', async () => {
    const { organizationId, domain } = await anOrganizationWithVerifiedDomain(server)
    server.set(domain.records[0]?.name ?? '', { txt: [domain.records[0]?.value ?? ''] }, 200)
    const check = checkSendingDomain(organizationId)
    await expect.poll(() => server.queryCount(domain.records[0]?.name ?? '')).toBe(2)
    await deleteSendingDomain(organizationId)
    await expect(check).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await db.sendingDomain.count({ where: { organizationId } })).toBe(0)
  })

  it('that is overtaken by a later one changes nothing', async () => {
    const organizationId = await anOrganization()
    const created = await createSendingDomain(organizationId, INPUT)
    const name = created.records[0]?.name ?? ''
    server.set(name, { txt: ['v=DKIM1; p='] }, 1000)
    const slow = checkSendingDomain(organizationId)
    await expect.poll(() => server.queryCount(name)).toBe(1)
    publishRecord(server, created, 'dkim')
    expect(await checkSendingDomain(organizationId)).toMatchObject({ state: 'verified' })
    await slow
    expect(await settings(organizationId)).toMatchObject({ state: 'verified', failingSince: null })
  })

  it('is performed by one worker at a time, and again after the lease of a dead one', async () => {
    const { organizationId, domain } = await anOrganizationWithVerifiedDomain(server)
    const name = domain.records[0]?.name ?? ''
    advance(DAY_MS)
    await Promise.all([1, 2, 3].map(() => runQueue(domainCheckQueue, organizationId)))
    expect(server.queryCount(name)).toBe(2)
    await db.sendingDomain.update({
      where: { organizationId },
      data: { nextCheckAt: new Date(), checkClaimedAt: new Date() },
    })
    await runQueue(domainCheckQueue, organizationId)
    expect(server.queryCount(name)).toBe(2)
    advance(3 * 60_000)
    await runQueue(domainCheckQueue, organizationId)
    expect(server.queryCount(name)).toBe(3)
  })
})
