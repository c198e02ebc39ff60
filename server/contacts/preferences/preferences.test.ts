import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getReplyForm } from '../../cases/replies/reply-form'
import { db } from '../../db'
import { exportContactData } from '../../export/contact-data-export'
import { importFile } from '../../imports/contacts/import-fixture'
import { getContactReachability } from '../../sequences/sending/contact-reachability'
import { listSuppressions } from '../../suppressions/list-suppressions'
import { openTransaction, waitForLockWaiters } from '../../testing/database/locks'
import { useMailbox } from '../../testing/environment'
import { aContact, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../../testing/factories/responses'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { aMember } from '../../testing/factories/sessions'
import { runSendings } from '../../testing/sendings'
import { pickByTestLength } from '../../testing/test-length'
import { updateContact } from '../contacts'
import { createContact } from '../create-contact'
import { deleteContact, eraseContact } from '../delete-contact'
import { mergeContacts } from '../merge/merge-contacts'
import { loadSuppressions, optIn, optOut } from '../suppression'
import { getContactTimeline } from '../timeline/contact-timeline'
import { upsertContact } from '../upsert-batch'
import { type ContactPreferences, savePreferences, toPreferences } from './preferences'

// Surveys count as sent only if a mail server took them.
const mailbox = await useMailbox()

const NONE: ContactPreferences = { fewerSurveys: false, noEmail: false, noSms: false }
const PHONE = '+33612345678'

async function readPreferences(organizationId: string, email: string): Promise<ContactPreferences> {
  return toPreferences((await loadSuppressions(db, organizationId, [email])).get(email))
}

describe('savePreferences', () => {
  it('changes only the fields that it gets, and is on the timeline as done by the person', async () => {
    const organizationId = await anOrganization()
    const { id, email } = await aContact(organizationId)
    const save = (changes: Parameters<typeof savePreferences>[3]) => savePreferences(organizationId, id, email, changes)
    expect(await save({ fewerSurveys: true, language: 'fr' })).toBe(true)
    expect(await save({ noSms: true })).toBe(true)
    expect(await save({ noSms: true, language: 'fr' })).toBe(true)
    expect(await readPreferences(organizationId, email)).toEqual({ ...NONE, fewerSurveys: true, noSms: true })
    const contact = await db.contact.findUniqueOrThrow({ where: { id } })
    expect(contact).toMatchObject({ preferredLanguage: 'fr', unsubscribed: false })
    const { entries } = await getContactTimeline(organizationId, { id, group: 'changes' })
    const actor = { type: 'stranger' }
    expect(entries).toMatchObject([
      { kind: 'preferencesChanged', noSms: [false, true], actor },
      { kind: 'changed', changes: [{ field: 'preferredLanguage', before: null, after: 'fr' }], actor },
      { kind: 'preferencesChanged', fewerSurveys: [false, true], actor },
      { kind: 'created' },
    ])
    expect(entries[0]).not.toHaveProperty('fewerSurveys')
  })

  it('keeps the contact’s language unset while it is that of the organization', async () => {
    const organizationId = await anOrganization({ defaultLanguage: 'fr' })
    const { id, email } = await aContact(organizationId)
    await savePreferences(organizationId, id, email, { language: 'fr' })
    expect(await db.contact.findUniqueOrThrow({ where: { id } })).toMatchObject({ preferredLanguage: null })
  })

  it('opts out a person who wants neither emails nor text messages, and lets them have both again', async () => {
    const organizationId = await anOrganization()
    const { id, email } = await aContact(organizationId, { phone: PHONE })
    await savePreferences(organizationId, id, email, { fewerSurveys: true, noEmail: true, noSms: true })
    expect(await db.contact.findUniqueOrThrow({ where: { id } })).toMatchObject({
      unsubscribed: true,
      optedOutAt: expect.any(Date),
    })
    await optIn(organizationId, id, email)
    expect(await readPreferences(organizationId, email)).toEqual({ ...NONE, fewerSurveys: true })
  })

  it('never opts in again', async () => {
    const organizationId = await anOrganization()
    const { id, email } = await aContact(organizationId, { phone: PHONE })
    await optOut(organizationId, id, email)
    await savePreferences(organizationId, id, email, { ...NONE, language: 'fr' })
    expect(await db.contact.findUniqueOrThrow({ where: { id } })).toMatchObject({ unsubscribed: true })
  })
})

it('an edit by a member and a save by the person at the same time keep both changes', async () => {
  const organizationId = await anOrganization()
  const { id, email } = await aContact(organizationId)
  const { tx, commit } = await openTransaction()
  await tx.contact.update({ where: { id }, data: { title: 'Countess' } })
  const saved = savePreferences(organizationId, id, email, { fewerSurveys: true, language: 'fr' })
  await waitForLockWaiters('%FOR UPDATE%')
  await commit()
  expect(await saved).toBe(true)
  const contact = await db.contact.findUniqueOrThrow({ where: { id } })
  expect(contact).toMatchObject({ title: 'Countess', preferredLanguage: 'fr' })
  const edited = { id, preferredLanguage: 'en' as const, asRead: { preferredLanguage: null } }
  await expect(updateContact(organizationId, edited)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect(await readPreferences(organizationId, email)).toEqual({ ...NONE, fewerSurveys: true })
})

describe('members', () => {
  it('cannot lift or list what a person wants less of, nor does subscribing them change it', async () => {
    const organizationId = await anOrganization()
    const { id, email } = await aContact(organizationId, { phone: PHONE })
    await savePreferences(organizationId, id, email, { fewerSurveys: true, noEmail: true })
    await updateContact(organizationId, { id, unsubscribed: true })
    await updateContact(organizationId, { id, unsubscribed: false })
    const list = await listSuppressions(organizationId, { page: 1, limit: 50 })
    expect(list.meta.total).toBe(0)
    expect(await readPreferences(organizationId, email)).toEqual({ ...NONE, fewerSurveys: true, noEmail: true })
    expect(await db.contact.findUniqueOrThrow({ where: { id } })).toMatchObject({ unsubscribed: false })
  })

  it('see what the steps of a sequence will do, and may not reply by email to a person who wants none', async () => {
    const organizationId = await anOrganization()
    const { contact, survey } = await aSurveyRequest(organizationId)
    const { id: contactId, email } = contact
    await db.contact.update({ where: { id: contactId }, data: { phone: PHONE } })
    const response = await aResponse(organizationId, survey.id, { contactId })
    const author = await aMember(organizationId, 'admin')
    const obstacle = async () => (await getReplyForm(organizationId, response.id, author.userId)).obstacle
    expect(await obstacle()).not.toBe('emailDeclined')
    await savePreferences(organizationId, contactId, email, { fewerSurveys: true, noEmail: true })
    expect(await getContactReachability(organizationId, contactId)).toMatchObject({
      email: { code: 'emailDeclined' },
      sms: null,
      survey: { code: 'fewerSurveys' },
      wantsFewerSurveys: true,
    })
    expect(await obstacle()).toBe('emailDeclined')
    const steps = [
      { type: 'survey' },
      { type: 'sms', body: { en: 'Hello' } },
      { type: 'sms', body: { en: 'How was it?' }, surveyId: survey.id },
    ]
    const sequence = await aSequence(organizationId, steps)
    const sending = await aSending(organizationId, sequence.id, { contactId, email })
    await runSendings(organizationId)
    const rows = await db.sendingStep.findMany({ where: { sendingId: sending.id }, orderBy: { position: 'asc' } })
    expect(rows).toMatchObject([
      { status: 'skipped', reason: { code: 'emailDeclined' } },
      { status: 'captured' },
      { status: 'skipped', reason: { code: 'fewerSurveys' } },
    ])
  })
})

it('a person’s data has their preferences and when they chose them', async () => {
  const organizationId = await anOrganization()
  const { id, email } = await aContact(organizationId)
  await savePreferences(organizationId, id, email, { fewerSurveys: true })
  const { lists } = await exportContactData(organizationId, id)
  const read = async (name: string) => {
    const rows = []
    for await (const row of lists[name] ?? []) rows.push(row)
    return rows
  }
  expect(await read('suppressions')).toMatchObject([{ reason: 'fewer_surveys', createdAt: expect.any(String) }])
  expect(await read('events')).toMatchObject([{ kind: 'preferencesChanged', details: { fewerSurveys: [false, true] } }])
})

it('of two surveys due at once, a person who asked for fewer gets one', async () => {
  const organizationId = await anOrganization()
  const [plain, fewer] = [await aContact(organizationId), await aContact(organizationId)]
  await savePreferences(organizationId, fewer.id, fewer.email, { fewerSurveys: true })
  for (const { id: contactId, email } of [plain, fewer])
    for (const sequence of [await aSequence(organizationId), await aSequence(organizationId)])
      await aSending(organizationId, sequence.id, { contactId, email })
  await runSendings(organizationId)
  expect([mailbox.to(plain.email).length, mailbox.to(fewer.email).length]).toEqual([2, 1])
})

const ADDRESSES = ['a', 'b', 'c'] as const
type Address = (typeof ADDRESSES)[number]

const address = fc.constantFrom(...ADDRESSES)
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      at: address,
      changes: fc.constantFrom<Partial<ContactPreferences>[]>(
        { fewerSurveys: true },
        { noEmail: true, noSms: false },
        { noEmail: false, noSms: true },
        { fewerSurveys: false, noEmail: false, noSms: false },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('upsert' as const), at: address }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('import' as const), at: address }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      at: address,
      other: address,
      takesEmail: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('changeEmail' as const), at: address, other: address }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: address }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), at: address }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never

it('what a person wants less of outlives deletions, merges, imports and new addresses: the stricter wins', async () => {
  const numRuns = pickByTestLength(5, 150)
  const operations = fc.array(operation, { minLength: 4, maxLength: 14 })
  const save = { kind: 'save' as const, at: 'a' as const, changes: { fewerSurveys: true, noEmail: true } }
  const examples: [Operation[]][] = [
    [[save, { kind: 'changeEmail', at: 'a', other: 'c' }, { kind: 'delete', at: 'c' }, { kind: 'upsert', at: 'c' }]],
    [[save, { kind: 'merge', at: 'b', other: 'a', takesEmail: false }, { kind: 'import', at: 'a' }]],
    [[save, { kind: 'merge', at: 'b', other: 'a', takesEmail: true }, { kind: 'erase', at: 'a' }]],
  ]
  await fc.assert(fc.asyncProperty(operations, compareWithModel), { numRuns, examples })
})

/** The model: the preferences of each address. What is merged or renamed unites them, and nothing but the person loosens them. */
async function compareWithModel(operations: readonly Operation[]): Promise<void> {
  const organizationId = await anOrganization()
  const emails = Object.fromEntries(ADDRESSES.map((at) => [at, anEmailAddress(at)])) as Record<Address, string>
  const model = new Map<Address, ContactPreferences>(ADDRESSES.map((at) => [at, NONE]))
  const get = (at: Address) => model.get(at) ?? NONE
  const unite = (one: Address, other: Address): ContactPreferences => ({
    fewerSurveys: get(one).fewerSurveys || get(other).fewerSurveys,
    noEmail: get(one).noEmail || get(other).noEmail,
    noSms: get(one).noSms || get(other).noSms,
  })
  const find = (at: Address) => db.contact.findFirst({ where: { organizationId, email: emails[at] } })

  for (const at of ['a', 'b'] as const) await upsertContact(organizationId, { email: emails[at], firstName: at })
  for (const step of operations) {
    const { at } = step
    const email = emails[at]
    const contact = await find(at)
    if (step.kind === 'upsert') await upsertContact(organizationId, { email, firstName: at })
    else if (step.kind === 'import') await importFile(organizationId, `email,first name\n${email},${at}\n`)
    else if (!contact) continue
    else if (step.kind === 'save') {
      if (await savePreferences(organizationId, contact.id, email, step.changes))
        model.set(at, { ...get(at), ...step.changes })
    } else if (step.kind === 'delete') await deleteContact(organizationId, contact.id)
    else if (step.kind === 'erase') await eraseContact(organizationId, contact.id)
    else if (step.kind === 'changeEmail') {
      if ((await find(step.other)) !== null) continue
      await updateContact(organizationId, { id: contact.id, email: emails[step.other] })
      model.set(step.other, unite(at, step.other))
    } else {
      const other = await find(step.other)
      if (!other || other.id === contact.id) continue
      const fromOther = step.takesEmail ? (['email'] as const) : []
      await mergeContacts(organizationId, { id: contact.id, otherId: other.id, fromOther: [...fromOther] })
      const united = unite(at, step.other)
      model.set(at, united).set(step.other, united)
    }
    for (const one of ADDRESSES) expect(await readPreferences(organizationId, emails[one])).toEqual(get(one))
  }
  expect(await db.contact.count({ where: { organizationId, unsubscribed: true } })).toBe(0)
  // Of an address without a contact, only the hash is stored.
  for (const one of ADDRESSES) {
    const stored = await db.suppression.count({ where: { organizationId, email: emails[one] } })
    const limits = Object.values(get(one)).filter(Boolean).length
    expect(stored).toBe((await find(one)) === null ? 0 : limits)
  }
}

it('a contact that is created again has the preferences of its address', async () => {
  const organizationId = await anOrganization()
  const { id, email } = await aContact(organizationId)
  await savePreferences(organizationId, id, email, { fewerSurveys: true })
  await deleteContact(organizationId, id)
  await createContact(organizationId, { email, firstName: 'Again' })
  const again = await db.contact.findFirstOrThrow({ where: { organizationId, email } })
  expect(again).toMatchObject({ unsubscribed: false })
  expect(await getContactReachability(organizationId, again.id)).toMatchObject({ email: null, wantsFewerSurveys: true })
})
