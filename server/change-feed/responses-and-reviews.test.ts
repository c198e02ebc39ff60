import { beforeEach, expect, it } from 'vitest'
import { deleteContact, eraseContact } from '../contacts/delete-contact'
import { db } from '../db'
import { ingestReviews } from '../reviews/sync/ingest-reviews'
import { aContact, aLocation, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { apiAs } from '../testing/rest-client'
import { SyncedCopy } from '../testing/synced-copy'

let organizationId: string
let api: ReturnType<typeof apiAs>

beforeEach(async () => {
  organizationId = await anOrganization()
  api = apiAs(organizationId, 'responses:read', 'reviews:read')
})

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id)
const idSet = (records: readonly { id: string }[]) => new Set(idsOf(records))

const COMMENT = { questionId: 'why', type: 'text', text: 'Why?', value: 'The queue was long.' }

async function threeResponses() {
  const { id: surveyId } = await aSurvey(organizationId)
  const contact = await aContact(organizationId)
  const location = await aLocation(organizationId)
  const first = await aResponse(organizationId, surveyId, { npsScore: 9, answers: [COMMENT], contactId: contact.id })
  const second = await aResponse(organizationId, surveyId, { npsScore: 2, locationId: location.id })
  const partial = await aResponse(organizationId, surveyId, { status: 'partial' })
  return { contact, location, first, second, partial }
}

it('changed responses come in the order of their change, with their answers on request', async () => {
  const { contact, first, second } = await threeResponses()
  const copy = new SyncedCopy(api, '/responses', 'limit=1&include=answers')
  expect(await copy.syncAll()).toMatchObject([
    { id: first.id, npsScore: 9, status: 'completed', answers: [COMMENT], updatedAt: first.updatedAt.toISOString() },
    { id: second.id, npsScore: 2, answers: [] },
  ])

  await eraseContact(organizationId, contact.id)

  expect(await copy.syncAll()).toContainEqual(expect.objectContaining({ id: first.id, answers: [] }))
})

it('changed responses are filtered as the list is', async () => {
  const { location, first, second, partial } = await threeResponses()
  const queries: [query: string, ids: string[]][] = [
    [`location_id=${location.id}`, [second.id]],
    ['rating_min=9', []],
    ['search=queues', [first.id]],
    ['status=partial', [partial.id]],
    [`contact_id=${first.contactId}&start_date=2020-01-01`, [first.id]],
  ]
  await new SyncedCopy(api, '/responses').syncAll()
  for (const [query, ids] of queries) {
    const { body } = await api(`GET /responses?updated_since=1970-01-01&${query}`)
    expect([query, idsOf(body.data), body.meta.total]).toEqual([query, ids, ids.length])
  }
})

it('the list of responses has answers on request, and only then', async () => {
  const { first, second } = await threeResponses()
  const plain = (await api('GET /responses')).body
  const { body } = await api('GET /responses?include=answers')
  expect(body.meta).toEqual(plain.meta)
  expect(body.data).toEqual(
    plain.data.map((item: { id: string }) => ({ ...item, answers: item.id === first.id ? [COMMENT] : [], fields: {} })),
  )
  expect(idsOf(plain.data)).toEqual([second.id, first.id])
  expect(Object.keys(plain.data[0])).not.toContain('answers')
  expect(Object.keys(plain.data[0])).not.toContain('updatedAt')
  expect((await api('GET /responses?include=answers&search=queue')).body.data).toMatchObject([{ answers: [COMMENT] }])
})

it.each(['contact', 'answers,contact', 'Answers'])('400: include=%s', async (value) => {
  const { status, body } = await api(`GET /responses?include=${value}`)
  expect([status, body.error.details]).toEqual([400, { include: [expect.stringContaining('answers')] }])
})

it('a deleted response is told', async () => {
  const { first } = await threeResponses()
  const copy = new SyncedCopy(api, '/responses')
  await copy.syncAll()
  await db.response.delete({ where: { id: first.id, organizationId } })
  expect(await copy.syncAll()).toContainEqual({ id: first.id, deleted: true, deletedAt: expect.any(String) })
})

const site = { id: null, site: 'feed', announcedFrom: null, staleAfterReplyMs: 0 }
const siteReview = (externalId: string, text = 'Good coffee.') => ({
  externalId,
  locationId: null,
  authorName: 'Ada',
  rating: 5,
  text,
  url: null,
  publishedAt: new Date('2026-03-01T09:30:00.000Z'),
  editedAt: null,
  reply: null,
})

async function ingest(reviews: ReturnType<typeof siteReview>[], removed: string[] = [], sweepAt: Date | null = null) {
  await ingestReviews(organizationId, site, { reviews, removed, requestedAt: new Date(), sweepAt })
}

it('reviews that change, are removed, and are shown again by their site come each time', async () => {
  await ingest([siteReview('a'), siteReview('b')])
  const [a, b] = await db.review.findMany({ where: { organizationId }, orderBy: { externalId: 'asc' } })
  const copy = new SyncedCopy(api, '/reviews')
  expect(idSet(await copy.syncAll())).toEqual(new Set([a?.id, b?.id]))

  await ingest([siteReview('a', 'Bad coffee.')], ['b'])
  const changes = await copy.syncAll()
  expect(changes).toContainEqual(expect.objectContaining({ id: a?.id, text: 'Bad coffee.' }))
  expect(changes).toContainEqual({ id: b?.id, deleted: true, deletedAt: expect.any(String) })

  await ingest([siteReview('b')])
  await copy.syncAll()
  expect(new Set(copy.records.keys())).toEqual(new Set([a?.id, b?.id]))
  const fromTheStart = await new SyncedCopy(api, '/reviews').syncAll()
  expect(fromTheStart.map(({ id, deleted }) => [id, deleted])).toEqual([
    [a?.id, undefined],
    [b?.id, undefined],
  ])
})

it('a full sync of a review site that finds nothing new changes no review', async () => {
  await ingest([siteReview('a')])
  const before = await db.review.findFirstOrThrow({ where: { organizationId } })
  await ingest([siteReview('a')], [], new Date())
  const after = await db.review.findFirstOrThrow({ where: { organizationId } })
  expect(after.seenAt).not.toBeNull()
  expect(after.updatedAt).toEqual(before.updatedAt)
})

it('reviews with the same time of change are listed once each, and filtered as the list is', async () => {
  const location = await aLocation(organizationId)
  for (let n = 0; n < 5; n += 1) await aReview(organizationId, { rating: 2, locationId: location.id })
  const other = await aReview(organizationId, { rating: 5 })
  await db.$executeRaw`UPDATE review SET updated_at = statement_timestamp() WHERE organization_id = ${organizationId}::uuid`
  const all = await new SyncedCopy(api, '/reviews', 'limit=2').syncAll()
  const filtered = await new SyncedCopy(api, '/reviews', `limit=2&rating_max=3&location_id=${location.id}`).syncAll()

  const ids = (await db.review.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })).map(({ id }) => id)
  expect(idsOf(all)).toEqual(ids)
  expect(idsOf(filtered)).toEqual(ids.filter((id) => id !== other.id))
})

it('records that were deleted with their organization are not remembered', async () => {
  const { contact } = await threeResponses()
  await db.organization.update({ where: { id: organizationId }, data: { deletionBeganAt: new Date() } })
  await deleteContact(organizationId, contact.id)
  expect(await db.deletedRecord.count({ where: { organizationId } })).toBe(0)
})
