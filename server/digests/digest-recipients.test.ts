import { afterEach, describe, expect, it, vi } from 'vitest'
import { submitEmailConsent, viewEmailConsent } from '../api/pages/email-consent-pages'
import { DAY_MS } from '../clock'
import { db } from '../db'
import { useMailbox } from '../testing/environment'
import { aSurveyRequest, insertNpsResponses } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { createDueDigest } from './create-due-digest'
import {
  aDigestOrganization,
  aDigestOrganizationWithResponses,
  createAndSendDigest,
  listDigestLog,
  MONDAY_8_AM_PARIS,
  setClock,
  WEDNESDAY_BEFORE_DIGEST_WEEK,
  WEDNESDAY_OF_DIGEST_WEEK,
} from './digest-fixture'
import { listDigestPreferences, switchDigest } from './digest-preference'

const mailbox = await useMailbox()

afterEach(() => vi.useRealTimers())

describe('digest recipients', () => {
  it('sends the digest to owners and admins unless they opt out, and to members who opt in', async () => {
    const { organizationId, owner } = await aDigestOrganizationWithResponses()
    const [admin, optedOut, member, optedIn] = [
      await aMember(organizationId, 'admin'),
      await aMember(organizationId, 'admin'),
      await aMember(organizationId, 'member'),
      await aMember(organizationId, 'member'),
    ]
    await switchDigest(optedOut, { organizationId, isOn: false })
    await switchDigest(optedIn, { organizationId, isOn: true })
    await createAndSendDigest(organizationId)
    for (const { email } of [owner, admin, optedIn]) expect(mailbox.to(email)).toHaveLength(1)
    for (const { email } of [optedOut, member]) expect(mailbox.to(email)).toEqual([])
    const [digest] = await listDigestLog(organizationId)
    expect(digest?.mails.map(({ state, reason }) => [state, reason?.code ?? null]).toSorted()).toEqual([
      ['sent', null],
      ['sent', null],
      ['sent', null],
      ['skipped', 'notWanted'],
      ['skipped', 'notWanted'],
    ])
  })

  it('skips a recipient who was removed, is leaving or opted out before the digest mail is sent', async () => {
    const { organizationId, owner } = await aDigestOrganizationWithResponses()
    const [removed, leaving, optedOut] = [
      await aMember(organizationId, 'admin'),
      await aMember(organizationId, 'admin'),
      await aMember(organizationId, 'admin'),
    ]
    setClock(MONDAY_8_AM_PARIS)
    await createDueDigest(organizationId)
    await db.membership.delete({ where: { organizationId_userId: { organizationId, userId: removed.userId } } })
    await db.user.update({
      where: { id: leaving.userId },
      data: { deletesAt: new Date(MONDAY_8_AM_PARIS + 7 * DAY_MS) },
    })
    await switchDigest(optedOut, { organizationId, isOn: false })
    await createAndSendDigest(organizationId)
    expect(mailbox.to(owner.email)).toHaveLength(1)
    for (const { email } of [removed, leaving, optedOut]) expect(mailbox.to(email)).toEqual([])
    const [digest] = await listDigestLog(organizationId)
    expect(digest?.mails.map(({ reason }) => reason?.code).toSorted()).toEqual([
      'leaving',
      'notMember',
      'notWanted',
      undefined,
    ])
  })

  it('logs the pending digest mail of a deleted account as skipped', async () => {
    const { organizationId } = await aDigestOrganizationWithResponses()
    const removed = await aMember(organizationId, 'admin')
    setClock(MONDAY_8_AM_PARIS)
    await createDueDigest(organizationId)
    vi.useRealTimers()
    await db.user.delete({ where: { id: removed.userId } })
    const [digest] = await listDigestLog(organizationId)
    expect(digest?.mails.map(({ state, reason }) => `${state} ${reason?.code ?? ''}`.trim()).toSorted()).toEqual([
      'skipped notMember',
      'waiting',
    ])
  })

  it('sends no digest without responses in two weeks or without recipients, and logs the reason', async () => {
    const [noRequests, nothingCame, before, noReader] = [
      await aDigestOrganization(),
      await aDigestOrganization(),
      await aDigestOrganization(),
      await aDigestOrganization(),
    ]
    const { step } = await aSurveyRequest(nothingCame.organizationId)
    await db.sendingStep.update({ where: { id: step.id }, data: { sentAt: WEDNESDAY_OF_DIGEST_WEEK } })
    await insertNpsResponses(before.organizationId, before.surveyId, [9], WEDNESDAY_BEFORE_DIGEST_WEEK)
    await switchDigest(noReader.owner, { organizationId: noReader.organizationId, isOn: false })
    for (const { organizationId } of [noRequests, nothingCame, before, noReader])
      await createAndSendDigest(organizationId)
    const reasonOf = async ({ organizationId }: { organizationId: string }) =>
      (await listDigestLog(organizationId))[0]?.reason
    expect(await reasonOf(noRequests)).toBe('nobodyAsked')
    expect(await reasonOf(nothingCame)).toBe('nothingCame')
    expect(await reasonOf(noReader)).toBe('noReader')
    expect(await reasonOf(before)).toBeNull()
    expect(mailbox.to(noRequests.owner.email)).toEqual([])
    expect(mailbox.to(before.owner.email)[0]?.mail.subject).toBe('Your week at Analytical Engines: no responses')
  })

  it.each([
    ['verification', { verifiedAt: null }],
    ['suspended', { suspendedAt: WEDNESDAY_OF_DIGEST_WEEK }],
    ['deletion', { deletesAt: new Date('2026-01-15T00:00:00Z') }],
  ])('sends no digest while the organization may not send, and logs the reason: %s', async (reason, hold) => {
    const { organizationId, owner } = await aDigestOrganizationWithResponses(hold)
    await createAndSendDigest(organizationId)
    expect(await listDigestLog(organizationId)).toMatchObject([{ reason, mails: [] }])
    expect(mailbox.to(owner.email)).toEqual([])
  })
})

describe('digest unsubscribe link', () => {
  async function aDigestMail() {
    const shop = await aDigestOrganizationWithResponses()
    await createAndSendDigest(shop.organizationId)
    vi.useRealTimers()
    const [mail] = mailbox.to(shop.owner.email)
    const link =
      /^<(https:\/\/feedback\.example\.com\/u\/[\w-]{43})>$/.exec(mail?.header('list-unsubscribe') ?? '')?.[1] ?? ''
    expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.header('list-id')).toBe(`<digest.${shop.organizationId}.mail.example.com>`)
    expect(mail?.mail.text).toContain(link)
    const isOn = async () => (await listDigestPreferences(shop.owner))[0]?.isOn
    return { ...shop, link, token: link.slice(-43), isOn }
  }
  const post = (link: string, body: string) =>
    new Request(link, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

  it('unsubscribes from the digest by one RFC 8058 POST, and changes nothing on GET', async () => {
    const { link, token, isOn } = await aDigestMail()
    expect(await viewEmailConsent(token, new Request(link))).toMatchObject({
      status: 200,
      page: { kind: 'consent', about: 'digest', hasOptedOut: false },
    })
    expect(await isOn()).toBe(true)
    const answer = await submitEmailConsent(token, post(link, 'List-Unsubscribe=One-Click'))
    expect(answer).toMatchObject({ status: 200, page: { about: 'digest', hasOptedOut: true } })
    expect(await isOn()).toBe(false)
    await submitEmailConsent(token, post(link, '_action=subscribe'))
    expect(await isOn()).toBe(true)
  })

  it('the digest unsubscribe link affects one organization, and is not found after leaving it', async () => {
    const { link, token, owner, organizationId } = await aDigestMail()
    const other = await aDigestOrganization()
    await db.membership.create({ data: { organizationId: other.organizationId, userId: owner.userId, role: 'admin' } })
    await submitEmailConsent(token, post(link, ''))
    const choices = await listDigestPreferences(owner)
    expect(choices.find((choice) => choice.organizationId === organizationId)?.isOn).toBe(false)
    expect(choices.find((choice) => choice.organizationId === other.organizationId)?.isOn).toBe(true)
    await db.membership.delete({ where: { organizationId_userId: { organizationId, userId: owner.userId } } })
    expect(await submitEmailConsent(token, post(link, ''))).toMatchObject({ status: 404 })
  })

  it('switching the digest of one organization leaves that of another as it is', async () => {
    const { owner, organizationId } = await aDigestOrganization()
    const other = await aDigestOrganization()
    await db.membership.create({ data: { organizationId: other.organizationId, userId: owner.userId, role: 'admin' } })
    await switchDigest(owner, { organizationId, isOn: false })
    const choices = await listDigestPreferences(owner)
    expect(new Map(choices.map((choice) => [choice.organizationId, choice.isOn]))).toEqual(
      new Map([
        [organizationId, false],
        [other.organizationId, true],
      ]),
    )
  })
})
