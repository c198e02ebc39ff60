import { beforeEach, expect, it } from 'vitest'
import { changeContacts } from '../contacts/change-contacts'
import { updateContact } from '../contacts/contacts'
import { createContact } from '../contacts/create-contact'
import { deleteContact } from '../contacts/delete-contact'
import { db } from '../db'
import { openTransaction } from '../testing/database/locks'
import { aContact, anEmailAddress, anOrganization } from '../testing/factories/basics'
import { apiAs } from '../testing/rest-client'
import { databaseTime, SyncedCopy } from '../testing/synced-copy'
import { pickByTestLength } from '../testing/test-length'
import { transact } from '../unit-of-work'
import { readChangeWatermark } from './queries'

const ROWS = pickByTestLength(200, 10_000)
const PAGE = pickByTestLength(20, 100)
const CHANGES = pickByTestLength(60, 2000)
const WRITERS = 4

let organizationId: string
let api: ReturnType<typeof apiAs>

beforeEach(async () => {
  organizationId = await anOrganization()
  api = apiAs(organizationId, 'contacts:read')
})

const copyOfContacts = (query = `limit=${PAGE}`) => new SyncedCopy(api, '/contacts', query)
const newContact = (firstName = 'Ada') => ({ email: anEmailAddress(), firstName })

const changeTags = (id: string, tags: string[]) =>
  transact(({ tx }) => changeContacts(tx, organizationId, [id], () => ({ tags })))

async function insertContacts(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({ organizationId, ...newContact() }))
  const contacts = await db.contact.createManyAndReturn({ data: rows, select: { id: true } })
  return contacts.map(({ id }) => id)
}

async function listStoredContacts() {
  const rows = await db.contact.findMany({ where: { organizationId }, select: { id: true, updatedAt: true } })
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt.toISOString()]))
}

const versions = (copy: SyncedCopy) => new Map([...copy.records.values()].map(({ id, updatedAt }) => [id, updatedAt]))

function expectNoneTwice(read: readonly { id: string; updatedAt: string; deletedAt?: string }[]) {
  const keys = read.map(({ id, updatedAt, deletedAt }) => `${id} ${deletedAt ?? updatedAt}`)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
}

it('a sync beside writers and an open transaction misses no contact, lists none twice and tells every deletion', async () => {
  const initial = await insertContacts(ROWS)
  const copy = copyOfContacts()
  await copy.syncAll()
  copy.records.clear()
  copy.updatedSince = '1970-01-01'

  // Inserted now, committed after the whole first walk: later changes must not be listed before it.
  const { tx, commit } = await openTransaction()
  const [overtaken] = await tx.contact.createManyAndReturn({ data: [{ organizationId, ...newContact('Grace') }] })
  const [listed, unlisted] = [initial.slice(0, 20), initial.slice(-20)]
  let deletions: string[] = []
  let lastChange = new Date(0)
  const first = await copy.sync(async (read) => {
    if (deletions.length > 0 || read.length < ROWS / 2) return
    expect(listed.every((id) => copy.records.has(id)) && !unlisted.some((id) => copy.records.has(id))).toBe(true)
    deletions = [...listed.slice(0, 10), ...unlisted.slice(0, 10)]
    for (const id of deletions) await deleteContact(organizationId, id)
    for (const id of [...listed.slice(10), ...unlisted.slice(10)])
      await updateContact(organizationId, { id, title: 'Countess' })
    for (let n = 0; n < 10; n += 1) await createContact(organizationId, newContact('Later'))
    lastChange = await databaseTime()
  })

  // By now, the later changes are old enough to be listed, were it not for the open transaction.
  await expect
    .poll(databaseTime, { timeout: 15_000 })
    .toSatisfy((at: Date) => at.getTime() > lastChange.getTime() + 4000)
  const waiting = await copy.sync()
  await commit()
  const rest = await copy.syncAll()

  expectNoneTwice(first)
  expectNoneTwice(rest)
  const untouched = initial.filter((id) => !listed.includes(id) && !unlisted.includes(id))
  expect(first.map(({ id }) => id)).toEqual(expect.arrayContaining(untouched))
  expect(first).toHaveLength(untouched.length + listed.length)
  expect(waiting).toEqual([])
  expect(rest.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual(expect.arrayContaining(deletions))
  expect(rest.some(({ id }) => id === overtaken?.id)).toBe(true)
  expect(versions(copy)).toEqual(await listStoredContacts())
})

it('a copy that is synced again and again while contacts are created, changed and deleted equals the contacts at the end', async () => {
  await insertContacts(ROWS)
  const copy = copyOfContacts()
  const ids = [...(await listStoredContacts()).keys()]
  const progress = { isDone: false }
  const write = async (writer: number) => {
    for (let n = 0; n < CHANGES / WRITERS; n += 1) {
      const id = ids[(writer + n * WRITERS) % ids.length] ?? ''
      if (n % 3 === 0) await deleteContact(organizationId, id)
      else if (n % 3 === 1) await changeTags(id, [`tag ${n}`])
      else await createContact(organizationId, newContact())
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(() => {
    progress.isDone = true
  })

  while (!progress.isDone) expectNoneTwice(await copy.sync())
  await writing
  expectNoneTwice(await copy.syncAll())

  expect(versions(copy)).toEqual(await listStoredContacts())
})

it('contacts with the same time of change are listed once each, over several pages', async () => {
  const ids = await insertContacts(25)
  await db.$executeRaw`UPDATE contact SET updated_at = statement_timestamp() WHERE organization_id = ${organizationId}::uuid`
  const copy = copyOfContacts('limit=10')

  const read = await copy.syncAll()

  expect(new Set(read.map(({ updatedAt }) => updatedAt)).size).toBe(1)
  expect(read.map(({ id }) => id)).toEqual(ids.toSorted())
})

it('contacts are listed once each if a transaction makes its first change between two pages, long after its start', async () => {
  const { tx, commit } = await openTransaction()
  await tx.$queryRaw`SELECT 1`
  await insertContacts(25)
  const inserted = await databaseTime()
  await expect.poll(readChangeWatermark, { timeout: 15_000 }).toSatisfy((at: Date) => at > inserted)
  const copy = copyOfContacts('limit=10')

  const first = await copy.sync(async (read) => {
    if (read.length === 10) await tx.contact.createMany({ data: [{ organizationId, ...newContact('Grace') }] })
  })
  await commit()
  const rest = await copy.syncAll()

  expect(first).toHaveLength(25)
  expectNoneTwice([...first, ...rest])
})

it('filters apply to changed contacts, and deleted ones are told whatever the filters', async () => {
  const [ada, grace] = [await aContact(organizationId), await aContact(organizationId, { firstName: 'Grace' })]
  const copy = copyOfContacts('search=grace')
  await deleteContact(organizationId, ada.id)

  const read = await copy.syncAll()

  expect(read).toEqual([
    expect.objectContaining({ id: grace.id, firstName: 'Grace' }),
    { id: ada.id, deleted: true, deletedAt: expect.any(String) },
  ])
})

it('deletions are told only on request', async () => {
  const { id } = await aContact(organizationId)
  await deleteContact(organizationId, id)
  const copy = copyOfContacts()
  expect(await copy.syncAll()).toEqual([{ id, deleted: true, deletedAt: expect.any(String) }])

  expect((await api('GET /contacts?updated_since=1970-01-01')).body.data).toEqual([])
})

it('a list without these parameters has the fields that it always had', async () => {
  await aContact(organizationId)
  const { body } = await api('GET /contacts')
  expect(Object.keys(body.meta)).toEqual(['page', 'perPage', 'total', 'totalPages'])
})

const CURSOR = 'contact 2026-03-01T09:30:00.000Z 0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57 2026-03-01T10:30:00.000Z'

it.each([
  ['cursor=nonsense', 'cursor'],
  [`cursor=${'a'.repeat(5000)}`, 'cursor'],
  [`cursor=${cursorText('contact 2026-03-01T09:30:00.000Z')}`, 'cursor'],
  [`cursor=${cursorText("contact 2026-03-01T09:30:00.000Z 1' OR 1=1")}`, 'cursor'],
  [`cursor=${cursorText('contact 2026-03-01T09:30:00.000Z 0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57')}`, 'cursor'],
  [`cursor=${cursorText(CURSOR.replace('contact', 'response'))}`, 'cursor'],
  [`cursor=${cursorText(CURSOR)}=`, 'cursor'],
  ['page=1&updated_since=1970-01-01', 'page'],
  [`page=2&cursor=${cursorText(CURSOR)}`, 'page'],
  ['updated_since=yesterday', 'updated_since'],
  ['deleted=true', 'deleted'],
])('400: %s', async (query, field) => {
  const { status, body } = await api(`GET /contacts?${query}`)
  expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([400, 'VALIDATION_ERROR', [field]])
})

function cursorText(text: string): string {
  return Buffer.from(text).toString('base64url')
}

it('a cursor of another organization shows the records of the own one', async () => {
  const other = await anOrganization()
  await db.contact.createMany({ data: [1, 2].map(() => ({ organizationId: other, ...newContact() })) })
  const own = await insertContacts(2)
  await copyOfContacts().syncAll()
  const othersApi = apiAs(other, 'contacts:read')
  const { body } = await othersApi('GET /contacts?updated_since=1970-01-01&limit=1')

  const answer = await api(`GET /contacts?cursor=${body.meta.nextCursor}`)

  expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(own.toSorted())
})
