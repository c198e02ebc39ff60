import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportUserData } from '../auth/user-data-export'
import { DAY_MS } from '../clock'
import { db } from '../db'
import { NotFound } from '../errors'
import { addDays } from '../responses/response-stats'
import { browseResponses } from '../responses/responses'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, insertResponses } from '../testing/factories/responses'
import { aSession } from '../testing/factories/sessions'
import { UNREAD_COUNT_MAX } from './constants'
import {
  isResponseUnread,
  loadReadState,
  loadUnreadCounts,
  markAllRead,
  markResponseOpened,
  recordVisit,
} from './unread'

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
const addResponse = async (minutes: number, band: string | null = null, status = 'completed') =>
  aResponse(organizationId, surveyId, { createdAt: ago(minutes), band, status })
const addReview = async (minutes: number, publishedMinutes = minutes) =>
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

async function setLastVisit(minutes: number): Promise<void> {
  const at = ago(minutes)
  await db.unreadMarker.upsert({
    where: { organizationId_userId: { organizationId, userId } },
    create: { organizationId, userId, newSince: at, seenUntil: at, activeAt: at },
    update: { newSince: at, seenUntil: at, activeAt: at },
  })
}
const readVisit = async () =>
  db.unreadMarker.findUniqueOrThrow({ where: { organizationId_userId: { organizationId, userId } } })
const readCounts = async () => loadUnreadCounts(organizationId, userId)

describe('new responses and reviews', () => {
  it('nothing is unread on the first visit, and later what arrived since the last visit is', async () => {
    await addResponse(10)
    expect(await readCounts()).toEqual({
      since: null,
      openedIds: [],
      responses: 0,
      low: 0,
      reviews: 0,
      reviewsFrom: null,
    })
    await recordVisit(organizationId, userId, { shownAt: ago(1).toISOString() })
    expect(await readCounts()).toMatchObject({ responses: 0, reviews: 0 })
    await addResponse(0)
    expect(await readCounts()).toMatchObject({ responses: 1 })
  })

  it('counts completed responses, low scores and reviews since the last visit as unread', async () => {
    await setLastVisit(120)
    await addResponse(130)
    await addResponse(110, 'negative')
    await addResponse(100, 'positive')
    await addResponse(90, null, 'partial')
    await addReview(150)
    // Published before the visit but synced after it; the second one was imported.
    const late = await addReview(60, 300)
    await addReview(60, 60 * 24 * 90)
    expect(await readCounts()).toEqual({
      since: (await readVisit()).seenUntil.toISOString(),
      openedIds: [],
      responses: 2,
      low: 1,
      reviews: 1,
      reviewsFrom: late.publishedAt.toISOString().slice(0, 10),
    })
  })

  it('an imported past answer is never unread, whatever its date', async () => {
    await setLastVisit(60)
    const { id } = await aResponse(organizationId, surveyId, {
      createdAt: ago(5),
      band: 'negative',
      importId: randomUUID(),
    })
    expect(await readCounts()).toMatchObject({ responses: 0, low: 0 })
    expect(await isResponseUnread(organizationId, userId, id)).toBe(false)
  })

  it('a response stays unread during the visit, and is read on the next one', async () => {
    await setLastVisit(120)
    await addResponse(100)
    await recordVisit(organizationId, userId, { shownAt: ago(0).toISOString() })
    expect(await readCounts()).toMatchObject({ responses: 1 })
    await db.unreadMarker.updateMany({ where: { userId }, data: { activeAt: ago(10) } })
    await recordVisit(organizationId, userId, {})
    expect(await readCounts()).toMatchObject({ responses: 1 })
    // Inactive for over half an hour.
    await db.unreadMarker.updateMany({ where: { userId }, data: { activeAt: ago(31) } })
    expect(await readCounts()).toMatchObject({ responses: 0 })
    await recordVisit(organizationId, userId, {})
    expect(await readCounts()).toMatchObject({ responses: 0 })
  })

  it('a response stays unread if only a single response or an older list was viewed', async () => {
    await setLastVisit(120)
    await addResponse(100)
    await recordVisit(organizationId, userId, {})
    await db.unreadMarker.updateMany({ where: { userId }, data: { activeAt: ago(31) } })
    expect(await readCounts()).toMatchObject({ responses: 1 })

    // The displayed list was read before the response arrived, as in a tab left open.
    await recordVisit(organizationId, userId, { shownAt: ago(105).toISOString() })
    await db.unreadMarker.updateMany({ where: { userId }, data: { activeAt: ago(31) } })
    expect(await readCounts()).toMatchObject({ responses: 1 })
  })

  it('marking all as read keeps what arrived after the list was loaded unread', async () => {
    await setLastVisit(120)
    await addResponse(100)
    await addResponse(1)
    await markAllRead(organizationId, userId, ago(5).toISOString())
    expect(await readCounts()).toMatchObject({ responses: 1 })
    // An older page in another tab does not move the boundary back.
    await markAllRead(organizationId, userId, ago(110).toISOString())
    expect(await readCounts()).toMatchObject({ responses: 1 })
  })

  it('accepts the years 0000, 0001 and 9999 as times from a browser', async () => {
    await setLastVisit(120)
    await addResponse(100)
    for (const shownAt of ['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z']) {
      await recordVisit(organizationId, userId, { shownAt })
      await markAllRead(organizationId, userId, shownAt)
      expect(await readCounts()).toMatchObject({ responses: 1 })
    }
    await markAllRead(organizationId, userId, '9999-12-31T23:59:59.999Z')
    expect(await readCounts()).toMatchObject({ responses: 0 })
    expect((await readVisit()).seenUntil.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('the day of the first unread review is in the organization’s time zone', async () => {
    await db.organization.update({ where: { id: organizationId }, data: { timeZone: 'Pacific/Kiritimati' } })
    await setLastVisit(120)
    // Noon UTC is 02:00 of the next day there.
    const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
    const { id } = await addReview(60)
    await db.review.update({ where: { id }, data: { publishedAt: new Date(`${day}T12:00:00Z`) } })
    expect((await readCounts()).reviewsFrom).toBe(addDays(day, 1))
  })

  it('limits the number of unread responses that are counted', async () => {
    await setLastVisit(120)
    await insertResponses(
      Array.from({ length: UNREAD_COUNT_MAX + 5 }, () => ({
        organizationId,
        surveyId,
        contactId: randomUUID(),
        status: 'completed',
        language: 'en',
        createdAt: ago(1),
      })),
    )
    expect(await readCounts()).toMatchObject({ responses: UNREAD_COUNT_MAX })
  })
})

describe('opened responses', () => {
  const opened = async (id: string) => markResponseOpened(organizationId, userId, id)

  it('an opened response is read for that member, and stays unread for a colleague', async () => {
    await setLastVisit(120)
    const colleague = await aSession(organizationId)
    await db.unreadMarker.create({
      data: { organizationId, userId: colleague.userId, newSince: ago(120), seenUntil: ago(120), activeAt: ago(120) },
    })
    const [low, high] = [await addResponse(100, 'negative'), await addResponse(90, 'positive')]
    expect(await isResponseUnread(organizationId, userId, low.id)).toBe(true)
    await opened(low.id)
    await opened(low.id)
    expect(await readCounts()).toMatchObject({ responses: 1, low: 0, openedIds: [low.id] })
    expect(await isResponseUnread(organizationId, userId, low.id)).toBe(false)
    expect(await isResponseUnread(organizationId, userId, high.id)).toBe(true)
    expect(await loadUnreadCounts(organizationId, colleague.userId)).toMatchObject({ responses: 2, low: 1 })
    const filter = { status: 'completed', since: ago(120), except: [low.id] } as const
    expect((await browseResponses(organizationId, { page: 1, limit: 10, ...filter })).data).toMatchObject([
      { id: high.id },
    ])
  })

  it('an opened response stays read on the next visit, even if no list was shown in between', async () => {
    await setLastVisit(120)
    const { id } = await addResponse(100)
    await recordVisit(organizationId, userId, {})
    await opened(id)
    await db.unreadMarker.updateMany({ where: { userId }, data: { activeAt: ago(31) } })
    await recordVisit(organizationId, userId, {})
    expect(await readCounts()).toMatchObject({ responses: 0, openedIds: [id] })
  })

  it('drops an opened response from the visit once all of its time are marked as read', async () => {
    await setLastVisit(120)
    const [first, second] = [await addResponse(100), await addResponse(10)]
    await opened(first.id)
    await opened(second.id)
    await markAllRead(organizationId, userId, ago(50).toISOString())
    expect((await readVisit()).openedIds).toEqual([second.id])
    expect(await readCounts()).toMatchObject({ responses: 0 })
  })

  it('does not record an old response as opened, and does not find one of another organization', async () => {
    await setLastVisit(120)
    const old = await addResponse(130)
    const foreign = await anOrganization()
    const other = await aResponse(foreign, (await aSurvey(foreign)).id, { createdAt: ago(1), status: 'completed' })
    await opened(old.id)
    for (const id of [other.id, randomUUID()]) await expect(opened(id)).rejects.toThrow(NotFound)
    expect((await readVisit()).openedIds).toEqual([])
  })

  it('stores a limited number of opened responses, the latest', async () => {
    await setLastVisit(120)
    const { id } = await addResponse(100)
    const before = Array.from({ length: UNREAD_COUNT_MAX }, () => randomUUID())
    await db.unreadMarker.updateMany({ where: { userId }, data: { openedIds: before } })
    await opened(id)
    expect((await readVisit()).openedIds).toEqual([...before.slice(1), id])
  })
})

describe('visits', () => {
  it('stores a visit at most once a minute', async () => {
    await recordVisit(organizationId, userId, {})
    const before = await readVisit()
    await recordVisit(organizationId, userId, { shownAt: new Date().toISOString() })
    expect(await readVisit()).toEqual(before)
    await db.unreadMarker.updateMany({ where: { userId }, data: { activeAt: ago(2), seenUntil: ago(5) } })
    await recordVisit(organizationId, userId, { shownAt: ago(1).toISOString() })
    expect((await readVisit()).activeAt.getTime()).toBeGreaterThan(ago(1).getTime())
    expect((await readVisit()).seenUntil.getTime()).toBeGreaterThan(ago(2).getTime())
  })

  it('never marks the future as read, for any time that a browser sends', async () => {
    await recordVisit(organizationId, userId, { shownAt: ago(-600).toISOString() })
    expect((await loadReadState(organizationId, userId))?.since.getTime()).toBeLessThanOrEqual(Date.now())
    await markAllRead(organizationId, userId, ago(-600).toISOString())
    expect((await loadReadState(organizationId, userId))?.since.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('a visit belongs to one person in one organization, and is deleted with the membership', async () => {
    const colleague = await aSession(organizationId)
    await setLastVisit(120)
    await addResponse(100)
    expect(await loadUnreadCounts(organizationId, colleague.userId)).toMatchObject({ since: null })
    const actor = { type: 'user', userId, sessionId: '', role: 'owner', name: '', email: '' } as const
    const { memberships } = await exportUserData(actor)
    expect(memberships[0]?.visit?.seenUntil).toEqual((await readVisit()).seenUntil)
    await db.membership.delete({ where: { organizationId_userId: { organizationId, userId } } })
    expect(await db.unreadMarker.count({ where: { organizationId } })).toBe(0)
  })
})
