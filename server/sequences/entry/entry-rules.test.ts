import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeContacts } from '../../contacts/change-contacts'
import { createContact } from '../../contacts/create-contact'
import { deleteContact } from '../../contacts/delete-contact'
import { mergeContacts } from '../../contacts/merge/merge-contacts'
import { db } from '../../db'
import { addToCachedBacklog, requireCapacity } from '../../jobs/backlog'
import { createSegment, updateSegment } from '../../segments/segments'
import { aContact, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { transact } from '../../unit-of-work'
import { addRule, countSendings, readOutcomes, runRule } from './entry-fixture'
import { deleteEntryRule } from './entry-rules'

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

it('candidates wait while too much waits to be sent', async () => {
  const { id } = await addRule(organizationId, sequenceId, { type: 'tag_added', tag: 'vip' })
  const contact = await aContact(organizationId, { tags: ['vip'] })
  // The count is cached for seconds: the clock stands still.
  travelTo(Date.now())
  await requireCapacity(organizationId, 'sendings')
  addToCachedBacklog(organizationId, 'sendings', 1_000_000_000)
  await expect(runRule(organizationId, id)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  expect(await readOutcomes(organizationId, id)).toEqual([[contact.id, null]])
})

describe('who comes again', () => {
  it.each([
    [null, 0],
    [8, 0],
    [6, 1],
    [0, 1],
  ])('with a rule of %s days enters %i times a week after the last time', async (reentryDays, times) => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'tag_added', tag: 'vip' }, { reentryDays })
    const contact = await aContact(organizationId)
    const createdAt = new Date(Date.now() - 7 * DAY_MS)
    await db.sending.create({
      data: {
        organizationId,
        sequenceId,
        contactId: contact.id,
        email: contact.email,
        anchorAt: createdAt,
        createdAt,
        status: 'completed',
      },
    })
    await setTags(contact.id, ['vip'])
    await runRule(organizationId, id)
    expect(await countSendings(organizationId, contact.id)).toBe(1 + times)
    expect(await readOutcomes(organizationId, id)).toEqual([[contact.id, times === 0 ? 'enteredBefore' : 'entered']])
  })

  it('twice before a decision enters once', async () => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'tag_added', tag: 'vip' })
    const contact = await aContact(organizationId, { tags: ['vip'] })
    await setTags(contact.id, [])
    await setTags(contact.id, ['vip'])
    await runRule(organizationId, id)
    expect(await readOutcomes(organizationId, id)).toEqual([
      [contact.id, 'entered'],
      [contact.id, 'enteredBefore'],
    ])
  })

  it('to two workers at once enters once', async () => {
    const { id } = await addRule(organizationId, sequenceId, { type: 'tag_added', tag: 'vip' })
    const contact = await aContact(organizationId, { tags: ['vip'] })
    await setTags(contact.id, [])
    await setTags(contact.id, ['vip'])
    await Promise.all(Array.from({ length: 20 }, () => runRule(organizationId, id)))
    expect(await countSendings(organizationId)).toBe(1)
  })
})

it('a merged contact enters once for what happened to both', async () => {
  const { id } = await addRule(
    organizationId,
    sequenceId,
    { type: 'contact_created', createdVia: ['api'] },
    { reentryDays: 0 },
  )
  const [kept, other] = [
    await aContact(organizationId, { createdVia: 'api' }),
    await aContact(organizationId, { createdVia: 'api' }),
  ]
  await mergeContacts(organizationId, { id: kept.id, otherId: other.id })
  await runRule(organizationId, id)
  expect(await readOutcomes(organizationId, id)).toEqual([[kept.id, 'entered']])
})

it('says why a candidate does not enter', async () => {
  const { id: segmentId } = await createSegment(organizationId, {
    name: 'French',
    filter: { preferred_language: 'fr' },
  })
  const { id } = await addRule(organizationId, sequenceId, { type: 'tag_added', tag: 'vip' }, { segmentId })
  const vip = (data: object) => aContact(organizationId, { tags: ['vip'], preferredLanguage: 'fr', ...data })
  const [english, unsubscribed, deleted, french] = [
    await vip({ preferredLanguage: 'en' }),
    await vip({ unsubscribed: true }),
    await vip({}),
    await vip({}),
  ]
  await deleteContact(organizationId, deleted.id)
  await runRule(organizationId, id)
  expect(new Map(await readOutcomes(organizationId, id))).toEqual(
    new Map([
      [english.id, 'notInSegment'],
      [unsubscribed.id, 'unsubscribed'],
      [deleted.id, 'gone'],
      [french.id, 'entered'],
    ]),
  )
  await updateSegment(organizationId, { id: segmentId, filter: { preferred_language: 'en' } })
})

it('refuses an eleventh rule, and those of other organizations', async () => {
  const other = await anOrganization()
  const { id: foreignSegment } = await createSegment(other, { name: 'VIP', filter: { tag: 'vip' } })
  const cause = { type: 'tag_added', tag: 'vip' } as const
  await expect(addRule(organizationId, sequenceId, cause, { segmentId: foreignSegment })).rejects.toMatchObject({
    fields: { segmentId: [expect.anything()] },
  })
  await expect(addRule(other, sequenceId, cause)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const rules = []
  for (let n = 0; n < 10; n += 1) rules.push(await addRule(organizationId, sequenceId, cause))
  await expect(addRule(organizationId, sequenceId, cause)).rejects.toMatchObject({
    fields: { cause: [expect.anything()] },
  })
  await expect(deleteEntryRule(other, rules[0]?.id ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('an organization without rules writes contacts as before', async () => {
  await createContact(organizationId, { email: anEmailAddress(), firstName: 'Ada' })
  expect(await db.entryCandidate.count({ where: { organizationId } })).toBe(0)
})
