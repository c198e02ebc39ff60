import { expect, it } from 'vitest'
import { handleContactDataExport } from '../api/downloads/contact-data-export'
import { addNote } from '../cases/notes'
import { optOut } from '../contacts/suppression'
import { addContactNote } from '../contacts/timeline/contact-notes'
import { db } from '../db'
import { blockAddresses } from '../suppressions/block-addresses'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aSession } from '../testing/factories/sessions'

async function readExport(cookie: string, id: string) {
  const request = new Request(`http://localhost/api/contact-data?id=${id}`, { headers: { cookie } })
  return (await handleContactDataExport(request)).json()
}

it('an admin exports everything about a contact, and nothing about another, and the export is audited', async () => {
  const organizationId = await anOrganization()
  const survey = await aSurvey(organizationId)
  const sequence = await aSequence(organizationId)
  const author = { userId: survey.id, name: 'Grace' }
  const people = [await aContact(organizationId), await aContact(organizationId, { firstName: 'Stranger' })]
  for (const { id: contactId, email, firstName } of people) {
    await optOut(organizationId, contactId, email)
    await aSending(organizationId, sequence.id, { contactId, email })
    const answers = [{ questionId: 'why', type: 'text', text: 'Why?', value: `Words of ${firstName}` }]
    const response = await aResponse(organizationId, survey.id, { contactId, answers })
    await addNote(organizationId, { id: response.id, text: `Called ${firstName}` }, author)
    await addContactNote(organizationId, { id: contactId, text: `Note on ${firstName}` }, author)
    await aReview(organizationId, { contactId, authorName: firstName })
  }
  const [{ id, email } = { id: '', email: '' }] = people
  await blockAddresses(organizationId, { addresses: [email], note: 'Asked by phone' })
  const data = await readExport((await aSession(organizationId, 'admin')).cookie, id)
  expect(data).toMatchObject({
    contact: { id, email, unsubscribed: true, optedOutAt: expect.any(String) },
    suppressions: [
      { reason: 'opted_out', note: null },
      { reason: 'blocked', note: 'Asked by phone' },
    ],
    events: [{ kind: 'optedOut' }],
    notes: [{ text: 'Note on Ada' }],
    sendings: [{ email, steps: [] }],
    responses: [{ answers: [{ value: 'Words of Ada' }] }],
    responseNotes: [{ text: 'Called Ada' }],
    responseEvents: [{ kind: 'noteAdded' }],
    replies: [],
    reviews: [expect.any(Object)],
  })
  expect(JSON.stringify(data)).not.toContain('Stranger')
  expect(await db.auditEvent.findMany({ where: { organizationId, action: 'contact.exported' } })).toMatchObject([
    { recordId: id, actorType: 'user' },
  ])
})

it('a contact of another organization is not found', async () => {
  const [organizationId, foreign] = [await anOrganization(), await anOrganization()]
  const { id } = await aContact(foreign)
  await expect(readExport((await aSession(organizationId, 'admin')).cookie, id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await db.auditEvent.count({ where: { organizationId: foreign } })).toBe(0)
})
