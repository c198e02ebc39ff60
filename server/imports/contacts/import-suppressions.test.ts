import { expect, it } from 'vitest'
import { updateContact } from '../../contacts/contacts'
import { deleteContact } from '../../contacts/delete-contact'
import { optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { liftSuppression } from '../../suppressions/lift-suppression'
import { listSuppressions } from '../../suppressions/list-suppressions'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { importFile, prepareImport } from './import-fixture'

/** By the name in the address: what unsubscribes each contact, and whether it is their own opt-out. */
async function readConsent(organizationId: string) {
  const contacts = await db.contact.findMany({ where: { organizationId }, orderBy: { email: 'asc' } })
  const { data } = await listSuppressions(organizationId, { page: 1, limit: 100 })
  return Object.fromEntries(
    contacts.map(({ email, unsubscribed, optedOutAt }) => {
      const reasons = data.flatMap((suppression) => (suppression.email === email ? suppression.reason : []))
      return [email.split('@')[0], [unsubscribed, optedOutAt !== null, ...reasons.toSorted()]]
    }),
  )
}

it('a file that says that people are unsubscribed, and not who did it, leaves what a member did as it is', async () => {
  const organizationId = await anOrganization()
  const member = await aContact(organizationId, { email: 'member@example.com' })
  await updateContact(organizationId, { id: member.id, unsubscribed: true })
  await aContact(organizationId, { email: 'bulk@example.com', unsubscribed: true })
  const deleted = await aContact(organizationId, { email: 'deleted@example.com' })
  await updateContact(organizationId, { id: deleted.id, unsubscribed: true })
  await deleteContact(organizationId, deleted.id)
  await aContact(organizationId, { email: 'known@example.com' })
  const names = ['member', 'bulk', 'deleted', 'known', 'new']
  const file = `email,unsubscribed\n${names.map((name) => `${name}@example.com,yes`).join('\n')}\n`
  expect((await prepareImport(organizationId, file)).dryCounts).toMatchObject({ created: 2, optedOut: 5 })
  await importFile(organizationId, file)
  expect(await readConsent(organizationId)).toEqual({
    bulk: [true, false, 'unsubscribed'],
    deleted: [true, false, 'unsubscribed'],
    known: [true, true, 'opted_out'],
    member: [true, false, 'unsubscribed'],
    new: [true, true, 'opted_out'],
  })
  await updateContact(organizationId, { id: member.id, unsubscribed: false })
  expect(await db.contact.findUnique({ where: { id: member.id } })).toMatchObject({ unsubscribed: false })
})

it('a file that says why people get no messages suppresses them for these reasons, and changes no other', async () => {
  const organizationId = await anOrganization()
  const own = await aContact(organizationId, { email: 'own@example.com' })
  await optOut(organizationId, own.id, own.email)
  await aContact(organizationId, { email: 'known@example.com' })
  const file = [
    'email,unsubscribed,unsubscribed on,do not contact reason',
    'own@example.com,yes,,Unsubscribed by you',
    'known@example.com,yes,,Unsubscribed by you',
    'member@example.com,yes,,Désabonné par vous; Bloquée',
    'person@example.com,yes,2024-03-01,Opted out',
    'blocked@example.com,,,Blocked',
    'bounced@example.com,no,,Mail bounced',
    'dated@example.com,,2024-03-01,',
    'back@example.com,no,2024-03-01,',
    'unread@example.com,yes,,Because',
  ].join('\n')
  const done = await importFile(organizationId, file)
  expect(done).toMatchObject({ counts: { created: 6, refused: 1 }, dryCounts: { created: 6, refused: 1, optedOut: 6 } })
  expect(await readConsent(organizationId)).toEqual({
    back: [false, false],
    blocked: [true, false, 'blocked'],
    bounced: [false, false, 'bounced'],
    dated: [true, true, 'opted_out'],
    known: [true, false, 'unsubscribed'],
    member: [true, false, 'blocked', 'unsubscribed'],
    own: [true, true, 'opted_out'],
    person: [true, true, 'opted_out'],
  })
  const { data } = await listSuppressions(organizationId, { page: 1, limit: 100, reason: 'blocked' })
  const lifted = data.find(({ email }) => email === 'member@example.com')
  await liftSuppression(organizationId, { id: lifted?.id ?? '', reason: 'blocked', because: 'asked' })
  expect((await readConsent(organizationId))['member']).toEqual([true, false, 'unsubscribed'])
})

it('a column of subscribed people unsubscribes those who are not, also beside one of unsubscribed people', async () => {
  const organizationId = await anOrganization()
  const people = 'email,subscribed,unsubscribed\nno@example.com,no,\nyes@example.com,yes,\nboth@example.com,yes,yes\n'
  await importFile(organizationId, people)
  expect(await readConsent(organizationId)).toEqual({
    both: [true, true, 'opted_out'],
    no: [true, true, 'opted_out'],
    yes: [false, false],
  })
  const optOuts = 'email,subscribed\nyes@example.com,yes\nother@example.com,no\n'
  await importFile(organizationId, optOuts, {}, { records: 'unsubscribes' })
  const { data } = await listSuppressions(organizationId, { page: 1, limit: 100 })
  expect(new Set(data.map(({ email }) => email))).toEqual(
    new Set(['both@example.com', 'no@example.com', 'other@example.com']),
  )
})
