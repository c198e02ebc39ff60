import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { readOwnData } from '../auth/own-data'
import { DAY_MS } from '../clock'
import { db } from '../db'
import { addDays } from '../responses/tally'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aSession } from '../testing/factories/sessions'
import { markAllSeen, noteVisit, readNewSince, readNews } from './visits'
import { NEWS_AT_MOST } from './vocabulary'

const MINUTE_MS = 60_000

let organizationId: string
let surveyId: string
let userId: string

beforeEach(async () => {
  organizationId = await anOrganization()
  surveyId = (await aSurvey(organizationId)).id
  ;({ userId } = await aSession(organizationId))
})

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
const answered = async (minutes: number, band: string | null = null, status = 'completed') =>
  aResponse(organizationId, surveyId, { createdAt: ago(minutes), band, status })
const reviewed = async (minutes: number, publishedMinutes = minutes) =>
  db.review.create({
    data: {
      organizationId,
      source: 'google',
      externalId: randomUUID(),
      rating: 4,
      publishedAt: ago(publishedMinutes),
      createdAt: ago(minutes),
    },
  })

/** As if they had looked then, and not since. */
async function lookedLast(minutes: number): Promise<void> {
  const at = ago(minutes)
  await db.visit.upsert({
    where: { organizationId_userId: { organizationId, userId } },
    create: { organizationId, userId, newSince: at, seenUntil: at, activeAt: at },
    update: { newSince: at, seenUntil: at, activeAt: at },
  })
}
const visit = async () => db.visit.findUniqueOrThrow({ where: { organizationId_userId: { organizationId, userId } } })
const news = async () => readNews(organizationId, userId)

describe('what is new', () => {
  it('is nothing on a first visit, and from then on what comes in', async () => {
    await answered(10)
    expect(await news()).toEqual({ since: null, responses: 0, low: 0, reviews: 0, reviewsFrom: null })
    await noteVisit(organizationId, userId, { shownAt: ago(1).toISOString() })
    expect(await news()).toMatchObject({ responses: 0, reviews: 0 })
    await answered(0)
    expect(await news()).toMatchObject({ responses: 1 })
  })

  it('is what came in since the last visit: completed responses, the low ones among them, and reviews', async () => {
    await lookedLast(120)
    await answered(130)
    await answered(110, 'negative')
    await answered(100, 'positive')
    await answered(90, null, 'partial')
    await reviewed(150)
    // Published before the visit, found by the service after it; the last one is of an import.
    const late = await reviewed(60, 300)
    await reviewed(60, 60 * 24 * 90)
    expect(await news()).toEqual({
      since: (await visit()).seenUntil.toISOString(),
      responses: 2,
      low: 1,
      reviews: 1,
      reviewsFrom: late.publishedAt.toISOString().slice(0, 10),
    })
  })

  it('stays new during the visit, and is not on the next one', async () => {
    await lookedLast(120)
    await answered(100)
    await noteVisit(organizationId, userId, { shownAt: ago(0).toISOString() })
    expect(await news()).toMatchObject({ responses: 1 })
    // Ten minutes go by, and another page is looked at.
    await db.visit.updateMany({ where: { userId }, data: { activeAt: ago(10) } })
    await noteVisit(organizationId, userId, {})
    expect(await news()).toMatchObject({ responses: 1 })
    // Away for half an hour and more.
    await db.visit.updateMany({ where: { userId }, data: { activeAt: ago(31) } })
    expect(await news()).toMatchObject({ responses: 0 })
    await noteVisit(organizationId, userId, {})
    expect(await news()).toMatchObject({ responses: 0 })
  })

  it('stays new where only a single response was looked at, and where a list was shown before it came in', async () => {
    await lookedLast(120)
    await answered(100)
    await noteVisit(organizationId, userId, {})
    await db.visit.updateMany({ where: { userId }, data: { activeAt: ago(31) } })
    expect(await news()).toMatchObject({ responses: 1 })

    // The list was read before it: somebody left it open.
    await noteVisit(organizationId, userId, { shownAt: ago(105).toISOString() })
    await db.visit.updateMany({ where: { userId }, data: { activeAt: ago(31) } })
    expect(await news()).toMatchObject({ responses: 1 })
  })

  it('is nothing once all is marked as seen, but for what has come in since it was shown', async () => {
    await lookedLast(120)
    await answered(100)
    await answered(1)
    await markAllSeen(organizationId, userId, ago(5).toISOString())
    expect(await news()).toMatchObject({ responses: 1 })
    // An older page in another tab brings nothing back.
    await markAllSeen(organizationId, userId, ago(110).toISOString())
    expect(await news()).toMatchObject({ responses: 1 })
  })

  it('holds whatever moment a browser names as its own', async () => {
    await lookedLast(120)
    await answered(100)
    for (const shownAt of ['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z']) {
      await noteVisit(organizationId, userId, { shownAt })
      await markAllSeen(organizationId, userId, shownAt)
      expect(await news()).toMatchObject({ responses: 1 })
    }
    await markAllSeen(organizationId, userId, '9999-12-31T23:59:59.999Z')
    expect(await news()).toMatchObject({ responses: 0 })
    expect((await visit()).seenUntil.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('is told from the day of the first review on, by the organization’s clock', async () => {
    await db.organization.update({ where: { id: organizationId }, data: { timeZone: 'Pacific/Kiritimati' } })
    await lookedLast(120)
    // At noon it is two in the morning there, of the next day.
    const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
    const { id } = await reviewed(60)
    await db.review.update({ where: { id }, data: { publishedAt: new Date(`${day}T12:00:00Z`) } })
    expect((await news()).reviewsFrom).toBe(addDays(day, 1))
  })

  it('is counted up to a bound', async () => {
    await lookedLast(120)
    await db.response.createMany({
      data: Array.from({ length: NEWS_AT_MOST + 5 }, () => ({
        organizationId,
        surveyId,
        contactId: randomUUID(),
        status: 'completed',
        language: 'en',
        createdAt: ago(1),
      })),
    })
    expect(await news()).toMatchObject({ responses: NEWS_AT_MOST })
  })
})

describe('a visit', () => {
  it('is written down once a minute at most', async () => {
    await noteVisit(organizationId, userId, {})
    const before = await visit()
    await noteVisit(organizationId, userId, { shownAt: new Date().toISOString() })
    expect(await visit()).toEqual(before)
    await db.visit.updateMany({ where: { userId }, data: { activeAt: ago(2), seenUntil: ago(5) } })
    await noteVisit(organizationId, userId, { shownAt: ago(1).toISOString() })
    expect((await visit()).activeAt.getTime()).toBeGreaterThan(ago(1).getTime())
    expect((await visit()).seenUntil.getTime()).toBeGreaterThan(ago(2).getTime())
  })

  it('has not seen what is still to come, whatever a browser says', async () => {
    await noteVisit(organizationId, userId, { shownAt: ago(-600).toISOString() })
    expect((await readNewSince(organizationId, userId))?.getTime()).toBeLessThanOrEqual(Date.now())
    await markAllSeen(organizationId, userId, ago(-600).toISOString())
    expect((await readNewSince(organizationId, userId))?.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('is of one person in one organization, in their own data, and goes with the membership', async () => {
    const colleague = await aSession(organizationId)
    await lookedLast(120)
    await answered(100)
    expect(await readNews(organizationId, colleague.userId)).toMatchObject({ since: null })
    const actor = { type: 'user', userId, sessionId: '', role: 'owner', name: '', email: '' } as const
    const { memberships } = await readOwnData(actor)
    expect(memberships[0]?.visit?.seenUntil).toEqual((await visit()).seenUntil)
    await db.membership.delete({ where: { organizationId_userId: { organizationId, userId } } })
    expect(await db.visit.count({ where: { organizationId } })).toBe(0)
  })
})
