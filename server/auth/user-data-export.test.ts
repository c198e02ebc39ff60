import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { handleOwnAccountDataExport } from '../api/downloads/own-account-data-export'
import { audit } from '../audit/audit'
import { addNote } from '../cases/notes'
import { db } from '../db'
import { replyToReview } from '../reviews/replies/review-replies'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aMember, aSession } from '../testing/factories/sessions'
import { transact } from '../unit-of-work'
import { createSavedView } from '../views/saved-views'

let organizationId: string
let person: Awaited<ReturnType<typeof aSession>>
let colleague: { userId: string }

beforeEach(async () => {
  organizationId = await anOrganization()
  person = await aSession(organizationId, 'member')
  colleague = await aMember(organizationId, 'admin')
})

async function ownData() {
  const response = await handleOwnAccountDataExport(
    new Request('https://feedback.example.com/api/account', { headers: { cookie: person.cookie } }),
  )
  expect(response.status).toBe(200)
  return response.json()
}

async function oneOfEach(userId: string, inOrganization: string, word: string) {
  const author = { userId, name: 'Grace Hopper' }
  const { id: surveyId } = await aSurvey(inOrganization)
  const { id: responseId } = await aResponse(inOrganization, surveyId, {
    caseState: 'open',
    assigneeId: userId,
    dueOn: new Date('2027-03-01'),
  })
  await addNote(inOrganization, { id: responseId, text: `note ${word}` }, author)
  await db.responseReply.create({
    data: {
      organizationId: inOrganization,
      responseId,
      draftId: uuidv7(),
      authorId: userId,
      authorName: author.name,
      subject: `subject ${word}`,
      text: `reply ${word}`,
      recipient: `ada-${word}@example.com`,
    },
  })
  const review = await aReview(inOrganization)
  await replyToReview(inOrganization, { id: review.id, text: `thanks ${word}` }, { userId })
  await createSavedView(inOrganization, userId, { list: 'responses', name: `view ${word}`, query: 'rating_max=6' })
  await db.auditEvent.create({
    data: {
      id: uuidv7(),
      organizationId: inOrganization,
      action: 'member.role_changed',
      actorType: 'user',
      actorId: colleague.userId,
      actorName: 'Grace',
      recordType: 'person',
      recordId: userId,
      recordName: word,
      changes: [{ field: 'role', from: 'admin', to: 'member' }],
      address: '192.0.2.77',
      createdAt: new Date(),
    },
  })
  return { responseId, reviewId: review.id }
}

it('personal data export contains the person’s views, notes, replies, cases and audit log entries', async () => {
  const { responseId, reviewId } = await oneOfEach(person.userId, organizationId, 'mine')
  const { views, notes, replies, reviewReplies, cases, logAbout, log } = await ownData()
  expect(views).toMatchObject([{ organizationId, list: 'responses', name: 'view mine', query: 'rating_max=6' }])
  expect(notes).toMatchObject([{ organizationId, responseId, text: 'note mine' }])
  expect(replies).toMatchObject([{ organizationId, responseId, subject: 'subject mine', text: 'reply mine' }])
  expect(reviewReplies).toMatchObject([{ organizationId, reviewId, kind: 'replied', values: { text: 'thanks mine' } }])
  expect(cases).toMatchObject([{ organizationId, responseId, state: 'open', dueOn: '2027-03-01' }])
  expect(logAbout).toMatchObject([
    { action: 'member.role_changed', changes: [{ field: 'role', from: 'admin', to: 'member' }] },
  ])
  expect(log, 'what they did themself stands there').toMatchObject([{ action: 'account.exported' }])
})

it('personal data export omits colleagues, customers, former organizations and those closed without two-factor', async () => {
  await oneOfEach(colleague.userId, organizationId, 'theirs')
  await oneOfEach(person.userId, organizationId, 'mine')
  const formerOrganizationId = await anOrganization()
  const closed = await anOrganization()
  for (const [id, word] of [
    [formerOrganizationId, 'left'],
    [closed, 'closed'],
  ] as const) {
    await db.membership.create({ data: { organizationId: id, userId: person.userId, role: 'owner' } })
    await oneOfEach(person.userId, id, word)
  }
  await db.membership.delete({
    where: { organizationId_userId: { organizationId: formerOrganizationId, userId: person.userId } },
  })
  await db.organization.update({ where: { id: closed }, data: { asksSecondFactor: true } })
  const actor = { actor: { type: 'user', id: person.userId, name: 'Ada' }, origin: UNKNOWN_REQUEST_ORIGIN } as const
  const record = { type: 'webhook', id: closed, name: 'https://secret closed.example' } as const
  await transact(async () => audit(closed, { action: 'webhook.created', record, actorContext: actor }))
  const data = JSON.stringify(await ownData())
  for (const hidden of [
    'theirs',
    'ada-mine@example.com',
    '192.0.2.77',
    colleague.userId,
    formerOrganizationId,
    ' left',
    ' closed',
  ])
    expect(data, `of ${hidden}`).not.toContain(hidden)

  await db.authenticatorApp.create({
    data: { userId: person.userId, secretEncrypted: 'none', confirmedAt: new Date() },
  })
  const { notes, cases } = await ownData()
  expect(notes.map(({ text }: { text: string }) => text).toSorted()).toEqual(['note closed', 'note mine'])
  expect(cases).toHaveLength(2)
})
