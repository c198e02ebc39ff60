import { NIL } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { resolveFilterQuery } from '../../contacts/filters/resolve-filter'
import { db } from '../../db'
import { createSegment } from '../../segments/segments'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { addRule } from './entry-fixture'
import { deleteFormerMembers, insertDayCandidates, insertNewSegmentMembers } from './queries'

/** Of a page: fewer than the five contacts that there are. */
const LIMIT = 2

let organizationId: string
let contactIds: string[]
let members: { ruleId: string; query: Awaited<ReturnType<typeof resolveFilterQuery>> }

beforeEach(async () => {
  organizationId = await anOrganization()
  const { id: sequenceId } = await aSequence(organizationId)
  contactIds = []
  for (let n = 0; n < 5; n += 1) contactIds.push((await aContact(organizationId, { tags: ['vip'] })).id)
  contactIds.sort()
  const { id: segmentId } = await createSegment(organizationId, { name: 'VIP', filter: { tag: 'vip' } })
  const { id: ruleId } = await addRule(organizationId, sequenceId, { type: 'segment_entered' }, { segmentId })
  members = { ruleId, query: await resolveFilterQuery(organizationId, { segment_id: segmentId }) }
})

/** @returns where each page began, and how many pages there were */
async function listPageStarts(write: (page: { after: string; limit: number }) => Promise<string | null>) {
  const starts: string[] = []
  for (let after: string | null = NIL; after !== null; after = await write({ after, limit: LIMIT })) starts.push(after)
  return starts
}

it('looks at a page of contacts in a transaction, also if none of them is due', async () => {
  const page = { ...members, day: '2026-12-02', condition: { everyDays: 1, slot: 1 } }
  const starts = await listPageStarts((part) => insertDayCandidates(organizationId, { ...page, ...part }))
  expect(starts).toEqual([NIL, contactIds[1], contactIds[3]])
  expect(await db.entryCandidate.count({ where: { organizationId } })).toBe(0)
})

it('records those who are due on all pages', async () => {
  const page = { ...members, day: '2026-12-02', condition: { everyDays: 1, slot: 0 } }
  await listPageStarts((part) => insertDayCandidates(organizationId, { ...page, ...part }))
  const candidates = await db.entryCandidate.findMany({ where: { organizationId }, orderBy: { contactId: 'asc' } })
  expect(candidates.map(({ contactId }) => contactId)).toEqual(contactIds)
})

it('looks at a page of the segment in a transaction, also if all are members', async () => {
  const scan = () =>
    listPageStarts((part) => insertNewSegmentMembers(organizationId, { ...members, ...part, areCandidates: true }))
  await scan()
  expect(await scan()).toEqual([NIL, contactIds[1], contactIds[3]])
  expect(await db.entryCandidate.count({ where: { organizationId } })).toBe(5)
})

it('looks at a page of members in a transaction, and forgets those who left', async () => {
  await listPageStarts((part) => insertNewSegmentMembers(organizationId, { ...members, ...part, areCandidates: false }))
  const gone = contactIds[3]
  await db.contact.updateMany({ where: { organizationId, id: gone ?? '' }, data: { tags: [] } })
  const starts = await listPageStarts((part) => deleteFormerMembers(organizationId, { ...members, ...part }))
  expect(starts).toEqual([NIL, contactIds[1], gone])
  const left = await db.entryRuleMember.findMany({ where: { organizationId }, orderBy: { contactId: 'asc' } })
  expect(left.map(({ contactId }) => contactId)).toEqual(contactIds.filter((id) => id !== gone))
})
