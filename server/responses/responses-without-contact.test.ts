import { beforeEach, expect, it } from 'vitest'
import { getReplyForm } from '../cases/replies/reply-form'
import { writeReply } from '../cases/replies/write-reply'
import { db } from '../db'
import { searchGlobally } from '../search/global-search'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { apiAs } from '../testing/rest-client'
import { exportResponses } from './export-responses'
import { browseResponses, getResponseDetail } from './responses'

let organizationId: string
let id: string

beforeEach(async () => {
  organizationId = await anOrganization()
  const survey = await aSurvey(organizationId)
  const answers = [{ questionId: 'why', type: 'text', text: 'Why?', value: 'Zebra crossing', labels: [] }]
  const row = await aResponse(organizationId, survey.id, {
    contactId: null,
    channel: 'link',
    band: 'negative',
    answers,
  })
  id = row.id
})

it('a response without a contact is listed, exported and found as anonymous', async () => {
  const list = await browseResponses(organizationId, { page: 1, limit: 10 })
  expect(list.data).toMatchObject([{ id, contact: null, isAnonymous: true }])
  expect(await getResponseDetail(organizationId, id)).toMatchObject({ contactId: null, contactEmail: null })
  const rows = []
  for await (const row of (await exportResponses(organizationId, { filter: {} })).rows()) rows.push(row)
  expect(rows).toMatchObject([{ contact: null, response: { contactId: null, channel: 'link' } }])
  for (const query of [id, 'zebra'])
    expect(await searchGlobally(organizationId, { query, limit: 5, includesWebhooks: false })).toMatchObject({
      responses: [{ id, contactName: null, isAnonymous: true }],
    })
  const call = apiAs(organizationId, 'responses:read')
  expect((await call('GET /responses')).body.data).toMatchObject([{ id, contactId: null }])
  expect((await call(`GET /responses/${id}`)).body.data).toMatchObject({ id, contactId: null })
})

it('refuses a reply to a response without a contact, and says why', async () => {
  const { userId } = await aMember(organizationId, 'owner')
  await db.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date() } })
  expect(await getReplyForm(organizationId, id, userId)).toMatchObject({ obstacle: 'noContact', recipientEmail: null })
  const member = await aMember(organizationId, 'owner')
  const reply = { id, draftId: id, subject: 'Sorry', text: 'We are sorry.' }
  await expect(writeReply(organizationId, reply, member)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('without an address') as string,
  })
})
