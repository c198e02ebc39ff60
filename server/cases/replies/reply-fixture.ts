import { v7 as uuidv7 } from 'uuid'
import { vi } from 'vitest'
import { db } from '../../db'
import { channels } from '../../messaging/channels'
import { sendSystemEmail } from '../../system-emails/send-system-email'
import { anOrganization } from '../../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../../testing/factories/responses'
import { aMember } from '../../testing/factories/sessions'
import { getTimeline } from '../timeline'
import { writeReply } from './write-reply'

/** A contact who scored 2 with a comment, and a member who may reply. */
export async function aDetractorResponseWithComment(data: Parameters<typeof anOrganization>[0] = {}) {
  const organizationId = await anOrganization({ name: 'Harbour', timeZone: 'Europe/Paris', ...data })
  const [ada, grace] = [await aMember(organizationId, 'admin'), await aMember(organizationId, 'member')]
  const ids = [ada.userId, grace.userId]
  await db.user.updateMany({ where: { id: { in: ids } }, data: { name: 'Ada Lovelace', emailVerifiedAt: new Date() } })
  const { survey, contact, sending, step } = await aSurveyRequest(organizationId)
  await db.sendingStep.update({ where: { id: step.id }, data: { messageId: `<${step.id}@mail.example.com>` } })
  const { id } = await aResponse(organizationId, survey.id, {
    contactId: contact.id,
    sendingId: sending.id,
    sendingStepId: step.id,
    npsScore: 2,
    rating: 2,
    band: 'negative',
    isDetractor: true,
    submittedAt: new Date('2026-05-01T23:30:00Z'),
    answers: [
      { questionId: 'nps', type: 'nps', text: 'How likely?', value: 2 },
      { questionId: 'why', type: 'text', text: 'Why?', value: 'Cold <soup>\nhttps://evil.example' },
    ],
  })
  const write = async (overrides: Partial<Parameters<typeof writeReply>[1]> = {}, actor = ada) =>
    writeReply(
      organizationId,
      { id, draftId: uuidv7(), subject: 'About the soup', text: 'We are sorry.', ...overrides },
      actor,
    )
  return { organizationId, id, contact, step, ada, grace, write }
}

export async function sendReplyEmails(organizationId: string) {
  const mails = await db.systemEmail.findMany({ where: { organizationId, kind: 'caseReply', endedAt: null } })
  return Promise.all(mails.map(async ({ id }) => sendSystemEmail(id)))
}

export const getLastReply = async (organizationId: string, id: string) =>
  (await getTimeline(organizationId, id)).replies[0]
export const getCase = async (id: string) => {
  const { caseState, assigneeId } = await db.response.findUniqueOrThrow({ where: { id } })
  return { caseState, assigneeId }
}
export async function withoutMailServer(run: () => Promise<unknown>): Promise<void> {
  const { email } = channels
  channels.email = null
  await run().finally(() => Object.assign(channels, { email }))
}

/** Moves the clock forward; timers stay real. */
export const advanceClock = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })
