import { expect, it } from 'vitest'
import { runAsActor } from '../actor-context'
import { contactJobQueue } from '../contact-jobs/contact-job-queue'
import { deleteContact } from '../contacts/delete-contact'
import { CONTACT_TAGS_MAX } from '../contacts/schema'
import { db } from '../db'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { aContact, aLocation, anOrganization } from '../testing/factories/basics'
import { runQueue } from '../testing/queues'
import { ALL_CONTACTS, createContacts, runBulkAction, runUndo } from './bulk-action-fixture'
import { cancelBulkAction, undoBulkAction } from './cancel-or-undo-bulk-action'
import { getBulkAction, listSkippedContacts } from './present-bulk-action'
import { startBulkAction } from './start-bulk-action'

const readContacts = (organizationId: string) =>
  db.contact.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })

it('adds tags to all contacts that match a filter, counts those that had them, and lists those at the limit', async () => {
  const organizationId = await anOrganization()
  const [one] = await createContacts(organizationId, 2, { tags: ['paris'] })
  await aContact(organizationId, { tags: ['lyon'] })
  await aContact(organizationId, { tags: ['paris', 'vip'] })
  const full = await aContact(organizationId, {
    firstName: 'Full',
    lastName: null,
    tags: ['paris', ...Array.from({ length: CONTACT_TAGS_MAX - 1 }, (_, n) => `t${n}`)],
  })
  const before = await db.contact.findUniqueOrThrow({ where: { id: one ?? '' } })
  const action = await runBulkAction(organizationId, { type: 'addTags', tags: ['vip'] }, { filter: { tag: 'paris' } })
  expect(action).toMatchObject({
    status: 'done',
    total: 4,
    processed: 4,
    changed: 2,
    unchanged: 1,
    skipped: [{ reason: 'tagsFull', count: 1 }],
    undo: { state: 'possible' },
  })
  expect(await db.contact.count({ where: { organizationId, tags: { has: 'vip' } } })).toBe(3)
  const after = await db.contact.findUniqueOrThrow({ where: { id: one ?? '' } })
  expect(after.tags).toEqual(['paris', 'vip'])
  expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
  const skipped = await listSkippedContacts(organizationId, { id: action.id, which: 'skipped', page: 1, limit: 10 })
  expect(skipped.data).toEqual([{ contactId: full.id, name: 'Full', reason: 'tagsFull' }])
})

it('sets location, company, language and a property, and undoes each where it still is as it was set', async () => {
  const organizationId = await anOrganization()
  const [first, second] = [await aLocation(organizationId), await aLocation(organizationId, { name: 'Uptown' })]
  const company = await db.contactOrganization.create({ data: { organizationId, name: 'Acme' } })
  await db.contactProperty.create({
    data: { organizationId, key: 'plan', type: 'text', labelEn: 'Plan', labelFr: 'Formule', options: [], position: 1 },
  })
  const ids = await createContacts(organizationId, 3, {
    locationId: first.id,
    customFields: { plan: 'free', seats: 2 },
  })
  const before = await readContacts(organizationId)
  const done = [
    await runBulkAction(organizationId, { type: 'setLocation', locationId: second.id }),
    await runBulkAction(organizationId, { type: 'setCompany', companyId: company.id }),
    await runBulkAction(organizationId, { type: 'setLanguage', language: 'fr' }),
    await runBulkAction(organizationId, { type: 'setProperty', customFields: { plan: 'pro' } }),
  ]
  expect(done.map(({ changed, recordName }) => [changed, recordName])).toEqual([
    [3, 'Uptown'],
    [3, 'Acme'],
    [3, null],
    [3, null],
  ])
  for (const contact of await readContacts(organizationId))
    expect(contact).toMatchObject({
      locationId: second.id,
      contactOrganizationId: company.id,
      preferredLanguage: 'fr',
      customFields: { plan: 'pro', seats: 2 },
    })
  await db.contact.update({ where: { id: ids[0] ?? '' }, data: { locationId: null, customFields: { plan: 'x' } } })
  await db.contact.update({ where: { id: ids[1] ?? '' }, data: { customFields: { plan: 'pro', seats: 9 } } })
  await deleteContact(organizationId, ids[2] ?? '')
  expect(JSON.stringify(await db.contactJobItem.findMany({ where: { contactId: ids[2] ?? '' } }))).not.toContain('free')
  const undone = []
  for (const { id } of done) undone.push(await runUndo(organizationId, id))
  expect(undone).toEqual([
    { state: 'done', restored: 1, kept: 2 },
    { state: 'done', restored: 2, kept: 1 },
    { state: 'done', restored: 2, kept: 1 },
    { state: 'done', restored: 1, kept: 2 },
  ])
  const ignored = { updatedAt: expect.any(Date) }
  expect(await readContacts(organizationId)).toEqual([
    { ...before[0], ...ignored, locationId: null, customFields: { plan: 'x' } },
    { ...before[1], ...ignored, customFields: { plan: 'free', seats: 9 } },
  ])
  const id = done[0]?.id ?? ''
  await expect(undoBulkAction(organizationId, id)).rejects.toMatchObject({ fields: { body: ['bulk.undoState'] } })
  const kept = await listSkippedContacts(organizationId, { id, which: 'kept', page: 1, limit: 10 })
  expect(kept.data.map(({ reason }) => reason)).toEqual(['changed', 'gone'])
})

it('undoing removes added tags and returns removed ones, whatever other tags came since', async () => {
  const organizationId = await anOrganization()
  const [id = ''] = await createContacts(organizationId, 1, { tags: ['a', 'b'] })
  const added = await runBulkAction(organizationId, { type: 'addTags', tags: ['b', 'c'] })
  const removed = await runBulkAction(organizationId, { type: 'removeTags', tags: ['a'] })
  await db.contact.update({ where: { id }, data: { tags: ['b', 'c', 'later'] } })
  expect(await runUndo(organizationId, removed.id)).toMatchObject({ restored: 1, kept: 0 })
  expect(await runUndo(organizationId, added.id)).toMatchObject({ restored: 1, kept: 0 })
  expect((await db.contact.findUniqueOrThrow({ where: { id } })).tags).toEqual(['b', 'later', 'a'])
})

it('deletes and erases without undo, and writes an audit entry for the action and for each erased contact', async () => {
  const organizationId = await anOrganization()
  const ids = await createContacts(organizationId, 3)
  const user = await db.user.create({ data: { name: 'Grace', email: `${organizationId}@example.com` } })
  const actor = { type: 'user', id: user.id, name: 'Grace' } as const
  const [deleted, erased] = await runAsActor({ actor, origin: UNKNOWN_REQUEST_ORIGIN }, async () => [
    await runBulkAction(organizationId, { type: 'delete' }, { ids: ids.slice(0, 1) }),
    await runBulkAction(organizationId, { type: 'erase' }, { ids }),
  ])
  expect(deleted).toMatchObject({ changed: 1, createdBy: 'Grace', undo: { state: 'never' } })
  expect(erased).toMatchObject({ total: 3, changed: 2, skipped: [{ reason: 'gone', count: 1 }] })
  expect(await readContacts(organizationId)).toEqual([])
  const entries = await db.auditEvent.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
  expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
    ['bulk_action.started', 'Grace'],
    ['bulk_action.started', 'Grace'],
    ['contact.erased', 'Grace'],
    ['contact.erased', 'Grace'],
  ])
  await expect(undoBulkAction(organizationId, deleted?.id ?? '')).rejects.toMatchObject({
    fields: { body: ['bulk.undoState'] },
  })
})

it('leaves contacts of another organization alone, and counts them as not found', async () => {
  const [organizationId, other] = [await anOrganization(), await anOrganization()]
  const [theirs = ''] = await createContacts(other, 1)
  const [ours = ''] = await createContacts(organizationId, 1)
  const selection = { ids: [ours, theirs] }
  expect(await runBulkAction(organizationId, { type: 'addTags', tags: ['x'] }, selection)).toMatchObject({
    total: 2,
    processed: 2,
    changed: 1,
    skipped: [{ reason: 'gone', count: 1 }],
  })
  await expect(startBulkAction(organizationId, { type: 'delete' }, { ids: [theirs] })).rejects.toMatchObject({
    fields: { selection: ['bulk.noContacts'] },
  })
  expect(await readContacts(other)).toMatchObject([{ id: theirs, tags: [] }])
  expect(await db.contactJobItem.count({ where: { contactId: theirs } })).toBe(0)
  expect(await db.contactJob.count({ where: { organizationId } })).toBe(1)
})

it('does not touch a contact that matches only after the action was started', async () => {
  const organizationId = await anOrganization()
  await createContacts(organizationId, 101, { tags: ['paris'] })
  const id = await startBulkAction(organizationId, { type: 'addTags', tags: ['x'] }, { filter: { tag: 'paris' } })
  const late = await aContact(organizationId, { tags: ['paris'] })
  await cancelBulkAction(organizationId, id)
  expect(await runBulkAction(organizationId, { type: 'addTags', tags: ['y'] })).toMatchObject({ changed: 102 })
  expect(await db.contactJobItem.count({ where: { jobId: id } })).toBe(101)
  expect(await db.contactJobItem.count({ where: { jobId: id, contactId: late.id } })).toBe(0)
  expect(await db.contact.count({ where: { organizationId, tags: { has: 'x' } } })).toBe(0)
})

it('selects by a search together with filters', async () => {
  const organizationId = await anOrganization()
  await createContacts(organizationId, 12, { tags: ['paris'] })
  await aContact(organizationId, { email: 'person1@other.example', tags: [] })
  const selection = { filter: { search: 'person1', tag: 'paris' } }
  expect(await runBulkAction(organizationId, { type: 'addTags', tags: ['x'] }, selection)).toMatchObject({
    total: 3,
  })
})

it('refuses an action whose location, company, property or value is not of the organization, and writes nothing', async () => {
  const [organizationId, other] = [await anOrganization(), await anOrganization()]
  const { id: locationId } = await aLocation(other)
  await db.contactProperty.create({
    data: {
      organizationId,
      key: 'seats',
      type: 'number',
      labelEn: 'Seats',
      labelFr: 'Places',
      options: [],
      position: 1,
    },
  })
  const start = (action: Parameters<typeof startBulkAction>[1]) => startBulkAction(organizationId, action, ALL_CONTACTS)
  await expect(start({ type: 'setLocation', locationId })).rejects.toMatchObject({
    fields: { 'action.locationId': ['contact.noLocation'] },
  })
  await expect(start({ type: 'setProperty', customFields: { plan: 'pro' } })).rejects.toMatchObject({
    fields: { 'action.customFields': ['bulk.unknownProperty'] },
  })
  await expect(start({ type: 'setProperty', customFields: { seats: 'many' } })).rejects.toMatchObject({
    fields: { 'customFields.seats': ['property.number'] },
  })
  expect(await db.contactJob.count({ where: { organizationId } })).toBe(0)
})

it('fails with a reason if its location is removed before it has finished', async () => {
  const organizationId = await anOrganization()
  const { id: locationId } = await aLocation(organizationId)
  await createContacts(organizationId, 101)
  const id = await startBulkAction(organizationId, { type: 'setLocation', locationId }, ALL_CONTACTS)
  await db.location.update({ where: { id: locationId }, data: { removedAt: new Date() } })
  await runQueue(contactJobQueue, organizationId)
  const { status, error } = await getBulkAction(organizationId, id, 'en')
  expect([status, error]).toEqual(['failed', 'The location was removed.'])
})

it('an organization has at most ten actions that are not finished', async () => {
  const organizationId = await anOrganization()
  await createContacts(organizationId, 101)
  const start = () => startBulkAction(organizationId, { type: 'addTags', tags: ['x'] }, ALL_CONTACTS)
  const started = await Promise.allSettled(Array.from({ length: 12 }, start))
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await expect(start()).rejects.toMatchObject({ fields: { body: ['bulk.manyRunning {"maximum":10}'] } })
})
