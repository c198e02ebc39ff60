import { beforeEach, describe, expect, it } from 'vitest'
import { updateContact } from '../contacts/contacts'
import { createContact } from '../contacts/create-contact'
import { deleteContact, eraseContact } from '../contacts/delete-contact'
import type { BlockingReason } from '../contacts/queries'
import { addSuppression, optIn, optOut } from '../contacts/suppression'
import { db } from '../db'
import { importFile } from '../imports/contacts/import-fixture'
import { aContact, anEmailAddress, anOrganization } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { runSendingsAndReadState } from '../testing/sendings'
import { blockAddresses } from './block-addresses'
import { liftSuppression } from './lift-suppression'
import { listSuppressions } from './list-suppressions'
import { BlockAddresses, type SuppressionFilter } from './schema'

let organizationId: string
let email: string

beforeEach(async () => {
  organizationId = await anOrganization()
  email = anEmailAddress()
})

const read = (filter: SuppressionFilter = {}) => listSuppressions(organizationId, { page: 1, limit: 50, ...filter })
const list = async (filter: SuppressionFilter = {}) =>
  (await read(filter)).data.map((entry) => [entry.reason, entry.email] as const)
const block = (...addresses: string[]) => blockAddresses(organizationId, { addresses, note: null })
const create = async () => (await createContact(organizationId, { email, firstName: 'Ada' })).parse()
const lift = async (reason: BlockingReason) => {
  const entry = (await read()).data.find((each) => each.reason === reason)
  if (!entry) throw new Error(`not suppressed: ${reason}`)
  return liftSuppression(organizationId, { id: entry.id, reason, because: 'By phone' })
}
const readContact = async () => db.contact.findFirstOrThrow({ where: { organizationId, email } })

/** The outcome of a survey by email and of a text message to the contact. */
async function sendMessages(): Promise<(string | undefined)[]> {
  const { id } = await readContact()
  await db.contact.update({ where: { id }, data: { phone: '+33612345678' } })
  const codes: (string | undefined)[] = []
  for (const step of [{}, { type: 'sms', body: 'Hello' }]) {
    const sequence = await aSequence(organizationId, [step])
    const sending = await aSending(organizationId, sequence.id, { contactId: id, email })
    await runSendingsAndReadState(organizationId, sending.id)
    const row = await db.sendingStep.findFirstOrThrow({ where: { sendingId: sending.id } })
    codes.push(row.status === 'skipped' ? (row.reason as { code: string }).code : row.status)
  }
  return codes
}

describe('the list', () => {
  it('names each address once per reason, from contacts and from suppressions, newest first', async () => {
    const { id } = await aContact(organizationId, { email: 'member@example.com' })
    await updateContact(organizationId, { id, unsubscribed: true })
    await aContact(organizationId, { email: 'before@example.com', unsubscribed: true })
    const person = await aContact(organizationId, { email: 'person@example.com' })
    await optOut(organizationId, person.id, person.email)
    await addSuppression(db, organizationId, person.email, 'bounced')
    await block('stranger@example.com', 'member@example.com')
    await aContact(await anOrganization(), { unsubscribed: true })
    expect(await list()).toHaveLength(6)
    expect(await list()).toEqual(
      expect.arrayContaining([
        ['blocked', 'member@example.com'],
        ['blocked', 'stranger@example.com'],
        ['bounced', 'person@example.com'],
        ['opted_out', 'person@example.com'],
        ['unsubscribed', 'before@example.com'],
        ['unsubscribed', 'member@example.com'],
      ]),
    )
    expect((await list()).at(-1)).toEqual(['unsubscribed', 'before@example.com'])
    expect((await read()).meta.total).toBe(6)
    expect(await list({ reason: 'opted_out' })).toEqual([['opted_out', 'person@example.com']])
    expect(await list({ search: 'STRANGER' })).toEqual([['blocked', 'stranger@example.com']])
    const { data } = await read({ reason: 'opted_out' })
    expect(data[0]).toMatchObject({ contactId: person.id, createdAt: expect.any(String), source: null })
  })

  it('finds the address of a deleted contact by its hash alone', async () => {
    const { id } = await create()
    await optOut(organizationId, id, email)
    await deleteContact(organizationId, id)
    expect(await list()).toEqual([['opted_out', null]])
    expect(await list({ search: email.toUpperCase() })).toEqual([['opted_out', null]])
    expect(await list({ search: email.slice(1) })).toEqual([])
  })

  it('stores the addresses of contacts in suppressions from before addresses were stored', async () => {
    const { id } = await create()
    await optOut(organizationId, id, email)
    await db.suppression.updateMany({ where: { organizationId }, data: { email: null, isLinked: false } })
    expect(await list()).toEqual([['opted_out', email]])
    expect(await db.suppression.count({ where: { organizationId, isLinked: false } })).toBe(0)
  })

  it('names the import that added an address', async () => {
    await importFile(organizationId, `email\n${email}\n`, {}, { records: 'unsubscribes', fileName: 'old.csv' })
    const { data } = await read({ reason: 'imported' })
    expect(data).toMatchObject([{ email, reason: 'opted_out', source: { via: 'import', name: 'old.csv' } }])
  })
})

it('an import of addresses blocks them, once each, and counts first what it will do', async () => {
  await create()
  const file = `email\n${email}\n${email}\nother@example.com\n`
  const first = await importFile(organizationId, file, {}, { records: 'blocked', fileName: 'never.csv' })
  expect(first).toMatchObject({ dryCounts: { suppressed: 2, unchanged: 1 }, counts: { suppressed: 2, unchanged: 1 } })
  expect((await readContact()).unsubscribed).toBe(true)
  const again = await importFile(organizationId, file, {}, { records: 'blocked' })
  expect(again.counts).toMatchObject({ suppressed: 0, unchanged: 3 })
  const { data } = await read({ reason: 'blocked' })
  expect(data.map(({ source }) => source)).toEqual([1, 2].map(() => ({ via: 'import', name: 'never.csv' })))
})

describe('blocking', () => {
  it('stops messages of both channels with the reason, until it is lifted', async () => {
    await create()
    expect(await block(email)).toEqual({ added: 1, existing: 0 })
    expect(await block(email)).toEqual({ added: 0, existing: 1 })
    expect((await readContact()).unsubscribed).toBe(true)
    expect(await sendMessages()).toEqual(['blocked', 'blocked'])
    await expect(
      updateContact(organizationId, { id: (await readContact()).id, unsubscribed: false }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await lift('blocked')
    expect((await readContact()).unsubscribed).toBe(false)
    expect(await sendMessages()).toEqual(['captured', 'captured'])
  })

  it('holds for a contact that is created, imported, deleted, erased and created again', async () => {
    await block(email)
    expect(await create()).toMatchObject({ unsubscribed: true })
    await deleteContact(organizationId, (await readContact()).id)
    expect(await list()).toEqual([['blocked', null]])
    await importFile(organizationId, `email,first name\n${email},Ada\n`)
    expect(await readContact()).toMatchObject({ unsubscribed: true, optedOutAt: null })
    expect(await list()).toEqual([['blocked', email]])
    await eraseContact(organizationId, (await readContact()).id)
    await create()
    expect(await sendMessages()).toEqual(['blocked', 'blocked'])
    await lift('blocked')
    expect((await readContact()).unsubscribed).toBe(false)
    expect(await list()).toEqual([])
  })

  it('leaves a contact unsubscribed for another reason when it is lifted', async () => {
    const { id } = await create()
    await db.contact.update({ where: { id }, data: { unsubscribed: true } })
    await block(email)
    await lift('blocked')
    expect((await readContact()).unsubscribed).toBe(true)
    await lift('unsubscribed')
    expect((await readContact()).unsubscribed).toBe(false)
    await optOut(organizationId, id, email)
    await block(email)
    await lift('blocked')
    expect(await readContact()).toMatchObject({ unsubscribed: true, optedOutAt: expect.any(Date) })
  })

  it('holds when the person opts in again', async () => {
    const { id } = await create()
    await optOut(organizationId, id, email)
    await block(email)
    await optIn(organizationId, id, email)
    expect(await readContact()).toMatchObject({ unsubscribed: true, optedOutAt: null })
    expect(await list()).toEqual([['blocked', email]])
    await lift('blocked')
    expect((await readContact()).unsubscribed).toBe(false)
  })

  it('takes addresses as they are pasted, and refuses all if one is none', () => {
    const parse = (addresses: string) => BlockAddresses.safeParse({ addresses })
    const pasted = 'Ada King <ADA@example.com>; grace@example.com\ngrace@example.com,alan@example.com bo@example.com'
    expect(parse(pasted).data?.addresses).toEqual([
      'ada@example.com',
      'grace@example.com',
      'alan@example.com',
      'bo@example.com',
    ])
    for (const refused of ['ada@example.com\nnone', ' \n', Array.from({ length: 1001 }, (_, n) => `${n}@a.com`).join()])
      expect(parse(refused).error?.issues).toHaveLength(1)
  })
})

describe('lifting', () => {
  it('never lifts a person’s own opt-out', async () => {
    const { id } = await create()
    await optOut(organizationId, id, email)
    await expect(lift('opted_out')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await readContact()).toMatchObject({ unsubscribed: true, optedOutAt: expect.any(Date) })
  })

  it('lets mail leave again after a bounce, and is in the audit log without the address', async () => {
    await create()
    await addSuppression(db, organizationId, email, 'bounced')
    expect((await readContact()).bouncedAt).not.toBeNull()
    expect(await sendMessages()).toEqual(['suppressed', 'captured'])
    await lift('bounced')
    expect((await readContact()).bouncedAt).toBeNull()
    expect((await sendMessages())[0]).toBe('captured')
    const [event] = await db.auditEvent.findMany({ where: { organizationId, action: 'suppression.lifted' } })
    expect(event).toMatchObject({ recordId: (await readContact()).id, recordName: null })
    expect(event?.changes).toEqual([
      { field: 'suppression', from: 'bounced', to: null },
      { field: 'because', from: null, to: 'By phone' },
    ])
  })

  it('is not found a second time, and not for a reason that the contact does not have', async () => {
    const { id } = await aContact(organizationId, { email, unsubscribed: true })
    for (const reason of ['blocked', 'bounced'] as const)
      await expect(liftSuppression(organizationId, { id, reason, because: 'x' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    expect((await readContact()).unsubscribed).toBe(true)
    await lift('unsubscribed')
    await expect(liftSuppression(organizationId, { id, reason: 'unsubscribed', because: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await db.auditEvent.count({ where: { organizationId, action: 'suppression.lifted' } })).toBe(1)
  })

  it('is not found for an address of another organization', async () => {
    await create()
    await block(email)
    const { id } = (await read()).data[0] ?? { id: '' }
    await expect(
      liftSuppression(await anOrganization(), { id, reason: 'blocked', because: 'x' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('subscribes a contact that a member unsubscribed, whose address changed meanwhile', async () => {
    const { id } = await create()
    await updateContact(organizationId, { id, unsubscribed: true })
    email = anEmailAddress()
    await updateContact(organizationId, { id, email })
    expect(await list()).toEqual([['unsubscribed', email]])
    await lift('unsubscribed')
    expect((await readContact()).unsubscribed).toBe(false)
    expect(await list()).toEqual([])
  })
})
