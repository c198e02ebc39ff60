import { afterEach, describe, expect, it, vi } from 'vitest'
import { submitConsent, viewConsent } from '../api/pages/public'
import { setCase } from '../cases/cases'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock'
import { deleteContact } from '../contacts/delete'
import { db, type Prisma } from '../db'
import { channels } from '../messaging/channels'
import { sendSystemEmail } from '../system-emails/send'
import { holding, untilLockAwaited } from '../testing/database/locks'
import { useMailbox } from '../testing/environment'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { anAskedSurvey, aResponse, npsResponses } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aMember } from '../testing/factories/sessions'
import { listDigests } from './log'
import { listDigestChoices, switchDigest } from './preference'
import { listDueDigests } from './queries'
import { sendDigestPreview } from './send-preview'
import { tellWeek } from './tell-week'

const mailbox = await useMailbox()

/* A Monday in Paris, and the week before it: 5–11 January 2026. In winter, Paris is an hour ahead of UTC. */

const EIGHT = Date.parse('2026-01-12T07:00:00Z')
const WEDNESDAY = new Date('2026-01-07T10:00:00Z')
const WEEK_BEFORE = new Date('2025-12-31T10:00:00Z')
const LONG_AGO = { createdAt: new Date('2025-06-01T00:00:00Z'), digestWeek: new Date('2025-12-29') }

afterEach(() => vi.useRealTimers())

const at = (time: number | string) => vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] })

async function aShop(data: Partial<Prisma.OrganizationUncheckedCreateInput> = {}) {
  const organizationId = await anOrganization({
    name: 'Analytical Engines',
    timeZone: 'Europe/Paris',
    ...LONG_AGO,
    ...data,
  })
  const owner = await aMember(organizationId, 'owner')
  const { id: surveyId } = await aSurvey(organizationId, { name: 'After a visit' })
  return { organizationId, owner, surveyId }
}

async function aShopWithAnswers(data: Partial<Prisma.OrganizationUncheckedCreateInput> = {}) {
  const shop = await aShop(data)
  await npsResponses(shop.organizationId, shop.surveyId, [9, 3], WEDNESDAY)
  return shop
}

const isDue = async (organizationId: string, time: number | string) =>
  (await listDueDigests(100_000, new Date(time))).includes(organizationId)
const logOf = async (organizationId: string) => (await listDigests(organizationId, { page: 1, limit: 25 })).data

/** Runs the digest job and then the email job at this time. */
async function runJobs(organizationId: string, time: number | string = EIGHT): Promise<void> {
  at(time)
  await tellWeek(organizationId)
  for (const { id } of await db.systemEmail.findMany({ where: { organizationId, endedAt: null } }))
    await sendSystemEmail(id)
}

describe('digest schedule', () => {
  it('the weekly digest is due on Monday at eight by the organization’s clock, and not before', async () => {
    const { organizationId } = await aShopWithAnswers()
    expect(await isDue(organizationId, EIGHT - 1)).toBe(false)
    expect(await isDue(organizationId, EIGHT)).toBe(true)
    await runJobs(organizationId, EIGHT - MINUTE_MS)
    expect(await logOf(organizationId)).toEqual([])
    await runJobs(organizationId)
    expect(await logOf(organizationId)).toMatchObject([{ from: '2026-01-05', to: '2026-01-11', reason: null }])
    expect(await isDue(organizationId, EIGHT + 6 * DAY_MS)).toBe(false)
    expect(await isDue(organizationId, EIGHT + 7 * DAY_MS)).toBe(true)
  })

  it.each([
    // Clock changes in Paris are on 29 March (2:00 to 3:00) and 25 October 2026 (3:00 to 2:00); Auckland is ahead of UTC.
    ['Europe/Paris', '2026-03-16', '2026-03-30T06:00:00Z'],
    ['Europe/Paris', '2026-10-12', '2026-10-26T07:00:00Z'],
    ['America/New_York', '2026-02-23', '2026-03-09T12:00:00Z'],
    ['Pacific/Auckland', '2026-03-23', '2026-04-05T20:00:00Z'],
  ])('the weekly digest is due at eight in %s in a week with a clock change', async (timeZone, digestWeek, eight) => {
    const { organizationId } = await aShop({ timeZone, digestWeek: new Date(digestWeek) })
    expect(await isDue(organizationId, Date.parse(eight) - 1)).toBe(false)
    expect(await isDue(organizationId, eight)).toBe(true)
  })

  it('a new organization gets no digest of the weeks before it', async () => {
    const organizationId = await anOrganization({ timeZone: 'Pacific/Kiritimati' })
    await aMember(organizationId, 'owner')
    await tellWeek(organizationId)
    expect(await isDue(organizationId, Date.now())).toBe(false)
    expect(await logOf(organizationId)).toEqual([])
    expect(await isDue(organizationId, Date.now() + 8 * DAY_MS)).toBe(true)
  })

  it('sends a missed digest until the end of Tuesday, and afterwards logs it as late', async () => {
    const [{ organizationId, owner }, late] = [await aShopWithAnswers(), await aShopWithAnswers()]
    await runJobs(organizationId, '2026-01-13T22:59:59Z')
    expect(mailbox.to(owner.email)).toHaveLength(1)
    await runJobs(late.organizationId, '2026-01-13T23:00:00Z')
    expect(await logOf(late.organizationId)).toMatchObject([{ from: '2026-01-05', reason: 'late', mails: [] }])
    expect(mailbox.to(late.owner.email)).toEqual([])
    // Three weeks later: two weeks were missed, the third is in time.
    await npsResponses(late.organizationId, late.surveyId, [9], new Date('2026-01-28T10:00:00Z'))
    await runJobs(late.organizationId, EIGHT + 21 * DAY_MS)
    const weeks = (await logOf(late.organizationId)).map(({ from, reason }) => [from, reason])
    expect(Object.fromEntries(weeks)).toEqual({
      '2026-01-05': 'late',
      '2026-01-12': 'late',
      '2026-01-19': 'late',
      '2026-01-26': null,
    })
    expect(mailbox.to(late.owner.email)).toHaveLength(1)
  })

  it('a change of time zone does not send the digest of a week twice', async () => {
    const { organizationId, owner } = await aShopWithAnswers({ timeZone: 'Pacific/Auckland' })
    await runJobs(organizationId, '2026-01-11T19:00:00Z')
    expect(mailbox.to(owner.email)).toHaveLength(1)
    await db.organization.update({ where: { id: organizationId }, data: { timeZone: 'America/Los_Angeles' } })
    await runJobs(organizationId, '2026-01-12T16:00:00Z')
    expect(mailbox.to(owner.email)).toHaveLength(1)
  })
})

describe('digest recipients', () => {
  it('sends the digest to owners and admins unless they opt out, and to members who opt in', async () => {
    const { organizationId, owner } = await aShopWithAnswers()
    const [admin, off, member, keen] = [
      await aMember(organizationId, 'admin'),
      await aMember(organizationId, 'admin'),
      await aMember(organizationId, 'member'),
      await aMember(organizationId, 'member'),
    ]
    await switchDigest(off, { organizationId, isOn: false })
    await switchDigest(keen, { organizationId, isOn: true })
    await runJobs(organizationId)
    for (const { email } of [owner, admin, keen]) expect(mailbox.to(email)).toHaveLength(1)
    for (const { email } of [off, member]) expect(mailbox.to(email)).toEqual([])
    const [digest] = await logOf(organizationId)
    expect(digest?.mails.map(({ state, reason }) => [state, reason?.code ?? null]).toSorted()).toEqual([
      ['sent', null],
      ['sent', null],
      ['sent', null],
      ['skipped', 'notWanted'],
      ['skipped', 'notWanted'],
    ])
  })

  it('skips a recipient who was removed, is leaving or opted out before the digest mail is sent', async () => {
    const { organizationId, owner } = await aShopWithAnswers()
    const [gone, leaving, off] = [
      await aMember(organizationId, 'admin'),
      await aMember(organizationId, 'admin'),
      await aMember(organizationId, 'admin'),
    ]
    at(EIGHT)
    await tellWeek(organizationId)
    await db.membership.delete({ where: { organizationId_userId: { organizationId, userId: gone.userId } } })
    await db.user.update({ where: { id: leaving.userId }, data: { deletesAt: new Date(EIGHT + 7 * DAY_MS) } })
    await switchDigest(off, { organizationId, isOn: false })
    await runJobs(organizationId)
    expect(mailbox.to(owner.email)).toHaveLength(1)
    for (const { email } of [gone, leaving, off]) expect(mailbox.to(email)).toEqual([])
    const [digest] = await logOf(organizationId)
    expect(digest?.mails.map(({ reason }) => reason?.code).toSorted()).toEqual([
      'leaving',
      'notMember',
      'notWanted',
      undefined,
    ])
  })

  it('logs the pending digest mail of a deleted account as skipped', async () => {
    const { organizationId } = await aShopWithAnswers()
    const gone = await aMember(organizationId, 'admin')
    at(EIGHT)
    await tellWeek(organizationId)
    vi.useRealTimers()
    await db.user.delete({ where: { id: gone.userId } })
    const [digest] = await logOf(organizationId)
    expect(digest?.mails.map(({ state, reason }) => `${state} ${reason?.code ?? ''}`.trim()).toSorted()).toEqual([
      'skipped notMember',
      'waiting',
    ])
  })

  it('sends no digest without responses in two weeks or without recipients, and logs the reason', async () => {
    const [nobodyAsked, nothingCame, before, noReader] = [await aShop(), await aShop(), await aShop(), await aShop()]
    const { step } = await anAskedSurvey(nothingCame.organizationId)
    await db.sendingStep.update({ where: { id: step.id }, data: { sentAt: WEDNESDAY } })
    await npsResponses(before.organizationId, before.surveyId, [9], WEEK_BEFORE)
    await switchDigest(noReader.owner, { organizationId: noReader.organizationId, isOn: false })
    for (const { organizationId } of [nobodyAsked, nothingCame, before, noReader]) await runJobs(organizationId)
    const reasonOf = async ({ organizationId }: { organizationId: string }) => (await logOf(organizationId))[0]?.reason
    expect(await reasonOf(nobodyAsked)).toBe('nobodyAsked')
    expect(await reasonOf(nothingCame)).toBe('nothingCame')
    expect(await reasonOf(noReader)).toBe('noReader')
    expect(await reasonOf(before)).toBeNull()
    expect(mailbox.to(nobodyAsked.owner.email)).toEqual([])
    expect(mailbox.to(before.owner.email)[0]?.mail.subject).toBe('Your week at Analytical Engines: no responses')
  })

  it.each([
    ['verification', { verifiedAt: null }],
    ['suspended', { suspendedAt: WEDNESDAY }],
    ['deletion', { deletesAt: new Date('2026-01-15T00:00:00Z') }],
  ])('sends no digest while the organization may not send, and logs the reason: %s', async (reason, held) => {
    const { organizationId, owner } = await aShopWithAnswers(held)
    await runJobs(organizationId)
    expect(await logOf(organizationId)).toMatchObject([{ reason, mails: [] }])
    expect(mailbox.to(owner.email)).toEqual([])
  })
})

describe('concurrent and interrupted digest jobs', () => {
  it('sends one digest per week, however many processes run at once', async () => {
    const { organizationId, owner } = await aShopWithAnswers()
    at(EIGHT)
    await Promise.all(Array.from({ length: 5 }, () => tellWeek(organizationId)))
    await Promise.all([runJobs(organizationId), runJobs(organizationId)])
    expect(mailbox.to(owner.email)).toHaveLength(1)
    expect(await db.digest.count({ where: { organizationId } })).toBe(1)
    expect(await db.digestMail.count({ where: { organizationId } })).toBe(1)
  })

  it('a digest job killed before its commit writes nothing, and the next run sends the digest', async () => {
    const { organizationId, owner } = await aShopWithAnswers()
    // The connection is killed at the last statement, while that waits for the lock on the recipient's row.
    await holding(async (tx) => {
      await tx.$queryRaw`SELECT FROM "user" WHERE id = ${owner.userId}::uuid FOR UPDATE`
      const told = tellWeek(organizationId, new Date(EIGHT)).catch((error: unknown) => error)
      await untilLockAwaited('%INSERT INTO system_email%')
      await db.$queryRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO system_email%'`
      expect(await told).toBeInstanceOf(Error)
    })
    expect(await db.digest.count({ where: { organizationId } })).toBe(0)
    expect(await isDue(organizationId, EIGHT)).toBe(true)

    // The process crashes after the commit, before it signals the email job.
    at(EIGHT)
    await tellWeek(organizationId)
    expect(mailbox.to(owner.email)).toEqual([])
    await runJobs(organizationId)
    expect(mailbox.to(owner.email)).toHaveLength(1)
  })

  it('does not send a digest mail that is delayed past Tuesday, and logs it as late', async () => {
    const { organizationId, owner } = await aShopWithAnswers()
    at(EIGHT)
    await tellWeek(organizationId)
    mailbox.fault({ at: 'mail', code: 451, text: 'later' })
    await runJobs(organizationId)
    expect(await logOf(organizationId)).toMatchObject([
      {
        mails: [
          { state: 'waiting', reason: { code: 'retrying', values: { words: expect.stringContaining('later') } } },
        ],
      },
    ])
    await runJobs(organizationId, EIGHT + 40 * HOUR_MS)
    expect(await logOf(organizationId)).toMatchObject([{ mails: [{ state: 'skipped', reason: { code: 'late' } }] }])
    expect(mailbox.to(owner.email)).toEqual([])
  })
})

describe('digest mail', () => {
  it('the digest mail shows figures, changes and three responses in its recipient’s language', async () => {
    const { organizationId, owner, surveyId } = await aShop({ name: 'Analytical Engines' })
    const reader = await aMember(organizationId, 'admin')
    await db.user.update({ where: { id: reader.userId }, data: { language: 'fr' } })
    await npsResponses(organizationId, surveyId, [10, 10, 10, 9, 9, 9, 9, 9, 7, 6, 2], WEDNESDAY)
    await npsResponses(organizationId, surveyId, [10, 9, 9, 9, 8, 8, 7, 7, 0, 0], WEEK_BEFORE)
    const csat = await aSurvey(organizationId, { type: 'csat' })
    for (const csatScore of [5, 5, 4, 4, 4, 3, 1])
      await aResponse(organizationId, csat.id, { csatScore, rating: csatScore, createdAt: WEDNESDAY })
    for (let n = 0; n < 12; n += 1) await aReview(organizationId, { rating: n % 2 ? 5 : 4, publishedAt: WEDNESDAY })
    const ada = await aContact(organizationId, { firstName: 'Ada', lastName: 'Lovelace' })
    const words = `The coffee was cold <b>twice</b>. ${'Really. '.repeat(60)}`
    const low = await aResponse(organizationId, surveyId, {
      contactId: ada.id,
      npsScore: 1,
      rating: 1,
      band: 'negative',
      caseState: 'open',
      createdAt: WEDNESDAY,
      answers: [{ questionId: 'why', type: 'text', text: 'Why?', value: words, labels: [] }],
    })
    const [first] = await db.response.findMany({ where: { organizationId, npsScore: 6 } })
    await setCase(organizationId, { id: first?.id ?? '', dueOn: '2026-01-09' }, owner)

    await runJobs(organizationId)
    const [mail] = mailbox.to(owner.email)
    expect(mail?.mail.subject).toBe('Your week at Analytical Engines: 19 responses')
    const text = mail?.mail.text ?? ''
    expect(text).toMatch(/^5\u2009–\u200911 Jan 2026$/m)
    // Eight promoters and three detractors of twelve; in the week before, four and two of ten.
    expect(text).toContain('NPS: +42 (12 answers, up 22 on the week before, possibly by chance)')
    expect(text).toContain('CSAT: 7 answers: too few for a score')
    expect(text).toContain('Response rate: No surveys delivered')
    expect(text).toContain('Average rating: 4.5 of 5 (12 reviews, too few the week before to compare)')
    expect(text).toContain('Responses: 19 (10 the week before)')
    expect(text).toContain('Unresolved cases: 5 (1 overdue)')
    expect(text).toContain(
      'Three responses to read\n\nNPS 1/10 from Ada Lovelace\n“The coffee was cold <b>twice</b>. Really.',
    )
    expect(text).toMatch(/Really\.…”\nAfter a visit\n/)
    expect(text).toContain(`https://feedback.example.com/responses/${low.id}`)
    expect(text.match(/^NPS \d+\/10 from/gm)).toEqual(['NPS 1/10 from', 'NPS 2/10 from', 'NPS 10/10 from'])
    expect(text).toContain(`https://feedback.example.com/?organization=${organizationId}&from=2026-01-05&to=2026-01-11`)
    expect(mail?.mail.html).toContain('cold &lt;b>twice&lt;/b>')
    expect(mail?.mail.html).toContain('>+42<')

    const french = mailbox.to(reader.email)[0]?.mail.text ?? ''
    expect(mailbox.to(reader.email)[0]?.mail.subject).toBe('Votre semaine chez Analytical Engines\u202f: 19 réponses')
    expect(french).toMatch(/^5–11 janv\. 2026$/m)
    expect(french).toContain('NPS\u202f: +42 (12 réponses, en hausse de 22 sur une semaine, peut-être par hasard)')
    expect(french).toContain('CSAT\u202f: 7 réponses\u202f: trop peu pour un score')
    expect(french).toContain('Trois réponses à lire')
    expect(french).toContain('Ada Lovelace\u202f: NPS 1/10')
  })

  it('the digest stores no comment, and its mail omits the name of a contact deleted meanwhile', async () => {
    const { organizationId, owner, surveyId } = await aShop()
    const ada = await aContact(organizationId, { firstName: 'Ada', lastName: 'Lovelace' })
    const answers = [{ questionId: 'why', type: 'text', text: 'Why?', value: 'Cold coffee', labels: [] }]
    await aResponse(organizationId, surveyId, {
      contactId: ada.id,
      npsScore: 1,
      rating: 1,
      band: 'negative',
      createdAt: WEDNESDAY,
      answers,
    })
    at(EIGHT)
    await tellWeek(organizationId)
    vi.useRealTimers()
    await deleteContact(organizationId, ada.id)
    expect(JSON.stringify(await db.digest.findMany({ where: { organizationId } }))).not.toContain('Cold')
    await runJobs(organizationId)
    const text = mailbox.to(owner.email)[0]?.mail.text ?? ''
    expect(text).toContain('NPS 1/10 from someone')
    expect(text).not.toContain('Lovelace')
  })

  it('deleting a contact deletes the captured digest mail that names it', async () => {
    const { organizationId, surveyId } = await aShop()
    const ada = await aContact(organizationId)
    const said = [{ questionId: 'why', type: 'text', text: 'Why?', value: 'Cold coffee', labels: [] }]
    const low = { npsScore: 1, rating: 1, band: 'negative', createdAt: WEDNESDAY, answers: said }
    await aResponse(organizationId, surveyId, { contactId: ada.id, ...low })
    at(EIGHT)
    const { email } = channels
    channels.email = null
    try {
      await tellWeek(organizationId)
      await runJobs(organizationId)
    } finally {
      channels.email = email
    }
    vi.useRealTimers()
    expect(await db.capturedMessage.count({ where: { organizationId, text: { contains: 'Cold coffee' } } })).toBe(1)
    await deleteContact(organizationId, ada.id)
    expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(0)
  })

  it('sends a digest preview at once, beside the weekly one, and at most five an hour', async () => {
    const { organizationId } = await aShopWithAnswers()
    const member = await aMember(organizationId, 'member')
    at(EIGHT - 5 * HOUR_MS)
    for (let n = 0; n < 5; n += 1) await sendDigestPreview(organizationId, member)
    await expect(sendDigestPreview(organizationId, member)).rejects.toMatchObject({ status: 429 })
    await runJobs(organizationId, EIGHT - 5 * HOUR_MS)
    expect(mailbox.to(member.email)).toHaveLength(5)
    expect(mailbox.to(member.email)[0]?.mail.text).toContain('because you asked to see the weekly digest')
    await runJobs(organizationId)
    expect((await logOf(organizationId)).filter(({ isPreview }) => !isPreview)).toHaveLength(1)
    expect(mailbox.to(member.email)).toHaveLength(5)
  })
})

describe('digest unsubscribe link', () => {
  async function aDigestMail() {
    const shop = await aShopWithAnswers()
    await runJobs(shop.organizationId)
    vi.useRealTimers()
    const [mail] = mailbox.to(shop.owner.email)
    const link =
      /^<(https:\/\/feedback\.example\.com\/u\/[\w-]{43})>$/.exec(mail?.header('list-unsubscribe') ?? '')?.[1] ?? ''
    expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.header('list-id')).toBe(`<digest.${shop.organizationId}.mail.example.com>`)
    expect(mail?.mail.text).toContain(link)
    const isOn = async () => (await listDigestChoices(shop.owner))[0]?.isOn
    return { ...shop, link, token: link.slice(-43), isOn }
  }
  const post = (link: string, body: string) =>
    new Request(link, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

  it('unsubscribes from the digest by one RFC 8058 POST, and changes nothing on GET', async () => {
    const { link, token, isOn } = await aDigestMail()
    expect(await viewConsent(token, new Request(link))).toMatchObject({
      status: 200,
      page: { kind: 'consent', about: 'digest', hasOptedOut: false },
    })
    expect(await isOn()).toBe(true)
    const answer = await submitConsent(token, post(link, 'List-Unsubscribe=One-Click'))
    expect(answer).toMatchObject({ status: 200, page: { about: 'digest', hasOptedOut: true } })
    expect(await isOn()).toBe(false)
    await submitConsent(token, post(link, '_action=subscribe'))
    expect(await isOn()).toBe(true)
  })

  it('the digest unsubscribe link affects one organization, and is not found after leaving it', async () => {
    const { link, token, owner, organizationId } = await aDigestMail()
    const other = await aShop()
    await db.membership.create({ data: { organizationId: other.organizationId, userId: owner.userId, role: 'admin' } })
    await submitConsent(token, post(link, ''))
    const choices = await listDigestChoices(owner)
    expect(choices.find((choice) => choice.organizationId === organizationId)?.isOn).toBe(false)
    expect(choices.find((choice) => choice.organizationId === other.organizationId)?.isOn).toBe(true)
    await db.membership.delete({ where: { organizationId_userId: { organizationId, userId: owner.userId } } })
    expect(await submitConsent(token, post(link, ''))).toMatchObject({ status: 404 })
  })

  it('switching the digest of one organization leaves that of another as it is', async () => {
    const { owner, organizationId } = await aShop()
    const other = await aShop()
    await db.membership.create({ data: { organizationId: other.organizationId, userId: owner.userId, role: 'admin' } })
    await switchDigest(owner, { organizationId, isOn: false })
    const choices = await listDigestChoices(owner)
    expect(new Map(choices.map((choice) => [choice.organizationId, choice.isOn]))).toEqual(
      new Map([
        [organizationId, false],
        [other.organizationId, true],
      ]),
    )
  })
})
