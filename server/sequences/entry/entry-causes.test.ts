import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeContacts } from '../../contacts/change-contacts'
import { mergeContacts } from '../../contacts/merge/merge-contacts'
import { upsertContacts } from '../../contacts/upsert-contacts'
import { db } from '../../db'
import { matchReview } from '../../reviews/match-review'
import { createSegment, deleteSegment } from '../../segments/segments'
import { aContact, anEmailAddress, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponse } from '../../testing/factories/responses'
import { aReview } from '../../testing/factories/reviews'
import { aSequence } from '../../testing/factories/sequences'
import { apiAs } from '../../testing/rest-client'
import { transact } from '../../unit-of-work'
import { setSequenceStatus } from '../sequences'
import { addRule, countSendings, makeDue, readOutcomes, runRule } from './entry-fixture'
import { deleteEntryRule, listEntryRules, saveEntryRule } from './entry-rules'
import { forecastEntries } from './forecast-entries'

const DAY_MS = 86_400_000

let organizationId: string
let sequenceId: string

beforeEach(async () => {
  organizationId = await anOrganization()
  sequenceId = (await aSequence(organizationId)).id
  return () => vi.useRealTimers()
})

const setTags = (id: string, tags: string[]) =>
  transact(({ tx }) => changeContacts(tx, organizationId, [id], () => ({ tags })))
const travelTo = (at: string | number) => vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] })
const reload = async (id: string) => {
  const [rule] = (await listEntryRules(organizationId, sequenceId)).filter((one) => one.id === id)
  return rule
}

describe('a new contact', () => {
  it('enters in the ways of the rule, once, and counts', async () => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'contact_created', createdVia: ['api'] })
    const { body } = await apiAs(organizationId, 'contacts:write')('POST /contacts', {
      email: anEmailAddress(),
      firstName: 'Ada',
    })
    await aContact(organizationId, { createdVia: 'import' })
    expect(await reload(id)).toMatchObject({ waiting: 1, enteredLately: 0 })

    await runRule(organizationId, id)
    await runRule(organizationId, id)

    expect(await readOutcomes(organizationId, id)).toEqual([[body.data.id, 'entered']])
    expect(await countSendings(organizationId)).toBe(1)
    expect(await db.sending.findFirst({ where: { organizationId } })).toMatchObject({
      sequenceId,
      contactId: body.data.id,
      status: 'queued',
    })
    expect(await reload(id)).toMatchObject({ waiting: 0, enteredLately: 1 })
  })

  it('does not enter a sequence that is not active, then or later', async () => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'contact_created', createdVia: ['api'] })
    await setSequenceStatus(organizationId, { id: sequenceId, status: 'paused' })
    await aContact(organizationId, { createdVia: 'api' })
    await setSequenceStatus(organizationId, { id: sequenceId, status: 'active' })
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([])
  })

  it('does not enter if the sequence was paused before the decision', async () => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'contact_created', createdVia: ['api'] })
    const contact = await aContact(organizationId, { createdVia: 'api' })
    await setSequenceStatus(organizationId, { id: sequenceId, status: 'paused' })
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([[contact.id, 'sequenceInactive']])
  })

  it('of a silent import does not enter, by its tags neither', async () => {
    const created = await addRule(organizationId, sequenceId, { type: 'contact_created', createdVia: ['import'] })
    const tagged = await addRule(organizationId, sequenceId, { type: 'tag_added', tag: 'vip' })
    const { email } = await aContact(organizationId)
    const importRows = (silent: boolean, emails: string[]) =>
      transact((work) =>
        upsertContacts(
          work,
          organizationId,
          emails.map((one) => ({ email: one, firstName: 'Ada', tags: ['vip'] })),
          { onExisting: 'update', tags: 'add', silent, createdVia: 'import', createdById: null },
        ),
      )
    await importRows(true, [email, anEmailAddress()])
    expect(await db.entryCandidate.count({ where: { organizationId } })).toBe(0)
    await importRows(false, [anEmailAddress()])
    expect(await reload(created.id)).toMatchObject({ waiting: 1 })
    expect(await reload(tagged.id)).toMatchObject({ waiting: 1 })
  })

  it('of another organization enters nothing', async () => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'contact_created', createdVia: ['api'] })
    const other = await anOrganization()
    await aContact(other, { createdVia: 'api' })
    await runRule(organizationId, id)
    expect(await db.entryCandidate.count({ where: { organizationId: { in: [organizationId, other] } } })).toBe(0)
  })
})

describe('a tag', () => {
  it('lets those enter who get it, at once or later, and no others', async () => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'tag_added', tag: 'vip' }, { reentryDays: 0 })
    const first = await aContact(organizationId, { tags: ['vip', 'new'] })
    const second = await aContact(organizationId, { tags: ['new'] })
    await setTags(second.id, ['new', 'other'])
    await setTags(second.id, ['vip'])
    await setTags(second.id, ['vip', 'new'])
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([
      [first.id, 'entered'],
      [second.id, 'entered'],
    ])
    await setTags(second.id, [])
    await setTags(second.id, ['vip'])
    await runRule(organizationId, id)
    expect(await countSendings(organizationId, second.id)).toBe(2)
  })

  it('that is lost lets those enter who had it', async () => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'tag_removed', tag: 'trial' })
    const [had, never] = [await aContact(organizationId, { tags: ['trial'] }), await aContact(organizationId)]
    await setTags(had.id, ['paid'])
    await setTags(never.id, ['paid'])
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([[had.id, 'entered']])
  })
})

describe('a response', () => {
  it('lets its contact enter by band and survey, once it counts', async () => {
    const survey = await aSurvey(organizationId)
    const other = await aSurvey(organizationId)
    const cause = { type: 'response_given', surveyId: survey.id, bands: ['negative' as const] } as const
    const { id } = await addRule(organizationId, sequenceId, { ...cause, bands: [...cause.bands] })
    const unhappy = await aResponse(organizationId, survey.id, { npsScore: 2, band: 'negative', status: 'partial' })
    await aResponse(organizationId, survey.id, { npsScore: 10, band: 'positive' })
    await aResponse(organizationId, other.id, { npsScore: 1, band: 'negative' })
    expect(await readOutcomes(organizationId, id)).toEqual([])
    await db.response.update({ where: { id: unhappy.id, organizationId }, data: { status: 'completed' } })
    await db.response.update({ where: { id: unhappy.id, organizationId }, data: { language: 'fr' } })
    await runRule(organizationId, id)
    expect((await readOutcomes(organizationId, id)).map(([contactId]) => contactId)).toEqual([unhappy.contactId])
  })

  it('to the sequence itself, of an import, or without a contact, lets no one enter', async () => {
    const survey = await aSurvey(organizationId)
    const { id } = await addRule(organizationId, sequenceId, {
      type: 'response_given',
      surveyId: null,
      bands: ['positive'],
    })
    await aResponse(organizationId, survey.id, { band: 'positive', sequenceId })
    await aResponse(organizationId, survey.id, { band: 'positive', importId: sequenceId })
    await aResponse(organizationId, survey.id, { band: 'positive', contactId: null })
    expect(await readOutcomes(organizationId, id)).toEqual([])
  })
})

describe('a review', () => {
  it('lets its contact enter by its stars once it is matched, once', async () => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'review_matched', ratings: [1, 2] })
    const [low, high] = [await aReview(organizationId, { rating: 2 }), await aReview(organizationId, { rating: 5 })]
    const contact = await aContact(organizationId)
    await matchReview(organizationId, { id: high.id, contactId: contact.id }, null)
    for (const contactId of [contact.id, null, contact.id])
      await matchReview(organizationId, { id: low.id, contactId }, null)
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([[contact.id, 'entered']])
  })

  it('of a merged contact does not enter again', async () => {
    const { id } = await addRule(
      organizationId,
      sequenceId,
      { type: 'review_matched', ratings: [2] },
      { reentryDays: 0 },
    )
    const [kept, other] = [await aContact(organizationId), await aContact(organizationId)]
    const review = await aReview(organizationId, { rating: 2 })
    await matchReview(organizationId, { id: review.id, contactId: other.id }, null)
    await runRule(organizationId, id)
    await mergeContacts(organizationId, { id: kept.id, otherId: other.id })
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([[kept.id, 'entered']])
    expect(await db.review.findFirst({ where: { organizationId } })).toMatchObject({ contactId: kept.id })
  })
})

describe('a segment', () => {
  it('lets those enter who come into it, not those who were there, again after they left', async () => {
    const { id: segmentId } = await createSegment(organizationId, { name: 'VIP', filter: { tag: 'vip' } })
    const present = await aContact(organizationId, { tags: ['vip'] })
    const late = await aContact(organizationId)
    const { id } = await addRule(organizationId, sequenceId, { type: 'segment_entered' }, { segmentId, reentryDays: 0 })
    await runRule(organizationId, id)
    await setTags(late.id, ['vip'])
    await makeDue(organizationId, id)
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([[late.id, 'entered']])

    await setTags(late.id, [])
    await makeDue(organizationId, id)
    await runRule(organizationId, id)
    await setTags(late.id, ['vip'])
    await makeDue(organizationId, id)
    await runRule(organizationId, id)
    expect(await countSendings(organizationId, late.id)).toBe(2)
    expect(await countSendings(organizationId, present.id)).toBe(0)
  })

  it('that is entered while the sequence is paused counts as before', async () => {
    const { id: segmentId } = await createSegment(organizationId, { name: 'VIP', filter: { tag: 'vip' } })
    const { id } = await addRule(organizationId, sequenceId, { type: 'segment_entered' }, { segmentId })
    await runRule(organizationId, id)
    await setSequenceStatus(organizationId, { id: sequenceId, status: 'paused' })
    await makeDue(organizationId, id)
    await runRule(organizationId, id)
    await aContact(organizationId, { tags: ['vip'] })
    await setSequenceStatus(organizationId, { id: sequenceId, status: 'active' })
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([])
  })

  it('of a rule cannot be deleted, and names the sequence', async () => {
    const { id: segmentId } = await createSegment(organizationId, { name: 'VIP', filter: { tag: 'vip' } })
    const { id } = await addRule(organizationId, sequenceId, { type: 'segment_entered' }, { segmentId })
    await expect(deleteSegment(organizationId, segmentId)).rejects.toMatchObject({
      fields: { id: [expect.stringContaining('After the visit')] },
    })
    await deleteEntryRule(organizationId, id)
    await deleteSegment(organizationId, segmentId)
  })

  it('whose rule gets another one starts again', async () => {
    const { id: segmentId } = await createSegment(organizationId, { name: 'VIP', filter: { tag: 'vip' } })
    const { id: otherId } = await createSegment(organizationId, { name: 'New', filter: { tag: 'new' } })
    await aContact(organizationId, { tags: ['new'] })
    const rule = await addRule(organizationId, sequenceId, { type: 'segment_entered' }, { segmentId })
    await runRule(organizationId, rule.id)
    await saveEntryRule(organizationId, { ...rule, segmentId: otherId })
    await runRule(organizationId, rule.id)
    expect(await readOutcomes(organizationId, rule.id)).toEqual([])
  })
})

describe('a date', () => {
  beforeEach(async () => {
    const labels = { labelEn: 'Customer since', labelFr: 'Client depuis' }
    await db.contactProperty.create({ data: { organizationId, key: 'since', type: 'date', position: 1, ...labels } })
  })

  it('lets those enter whose date is so many days ago, each year', async () => {
    travelTo('2026-12-02T10:00:00Z')
    const since = (date: string) => aContact(organizationId, { customFields: { since: date } })
    const due = await since('2020-11-26')
    await since('2020-11-27')
    await since('nonsense')
    const cause = { type: 'date_reached', propertyKey: 'since', dayOffset: 7, isYearly: true } as const
    const { id } = await addRule(organizationId, sequenceId, cause)
    await runRule(organizationId, id)
    expect(await forecastEntries(organizationId, id)).toMatchObject({
      contacts: 3,
      days: expect.arrayContaining([
        { day: '2026-12-03', contacts: 1 },
        { day: '2026-12-04', contacts: 1 },
        { day: '2026-12-05', contacts: 0 },
      ]),
    })
    travelTo('2026-12-03T10:00:00Z')
    await runRule(organizationId, id)
    await makeDue(organizationId, id)
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([[due.id, 'entered']])
  })

  it('needs a property of type date', async () => {
    const cause = { type: 'date_reached', propertyKey: 'until', dayOffset: 0, isYearly: false } as const
    await expect(addRule(organizationId, sequenceId, cause)).rejects.toMatchObject({
      fields: { 'cause.propertyKey': [expect.anything()] },
    })
  })
})

describe('a recurring rule', () => {
  it('asks everyone of its segment once in its days, as forecast, and again after them', async () => {
    travelTo('2026-12-02T10:00:00Z')
    const { id: segmentId } = await createSegment(organizationId, { name: 'VIP', filter: { tag: 'vip' } })
    for (let n = 0; n < 40; n += 1) await aContact(organizationId, { tags: n < 30 ? ['vip'] : [] })
    const cause = { type: 'recurring', everyDays: 5 } as const
    const { id } = await addRule(organizationId, sequenceId, cause, { segmentId })
    const forecast = await forecastEntries(organizationId, id)
    expect(forecast.contacts).toBe(30)
    const entered: { day: string; contacts: number }[] = []
    for (let n = 0; n <= 10; n += 1) {
      travelTo(new Date('2026-12-02T10:00:00Z').getTime() + n * DAY_MS)
      const before = await countSendings(organizationId)
      await runRule(organizationId, id)
      if (n > 0)
        entered.push({
          day: `2026-12-${String(2 + n).padStart(2, '0')}`,
          contacts: (await countSendings(organizationId)) - before,
        })
    }
    expect(entered).toEqual(forecast.days.slice(0, 10))
    expect(entered.slice(0, 5).reduce((sum, { contacts }) => sum + contacts, 0)).toBe(30)
    const perContact = await db.sending.groupBy({ by: ['contactId'], where: { organizationId }, _count: true })
    expect(new Set(perContact.map(({ _count }) => _count))).toEqual(new Set([2]))
  })

  it('records the people of a day once if a scan is interrupted and repeated', async () => {
    travelTo('2026-12-02T10:00:00Z')
    await aContact(organizationId)
    const { id } = await addRule(organizationId, sequenceId, { type: 'recurring', everyDays: 1 })
    await runRule(organizationId, id)
    travelTo('2026-12-03T10:00:00Z')
    await runRule(organizationId, id)
    await db.entryRule.updateMany({
      where: { id },
      data: { nextScanAt: new Date(0), scannedThrough: new Date('2026-12-02') },
    })
    await runRule(organizationId, id)
    expect(await countSendings(organizationId)).toBe(1)
  })
})
