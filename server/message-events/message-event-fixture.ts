import { now } from '../clock'
import { db } from '../db'
import { toUtcDay } from '../organizations/daily-message-usage'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import type { NewMessageEvent } from './schema'

/** A survey email whose provider accepted it, as a row. */
export async function aSentStep(
  organizationId: string,
  data: {
    channel?: 'email' | 'sms'
    status?: string
    reason?: { code: string; values: Record<string, string> }
    claimedAt?: Date
    endedAt?: Date | null
    sentAt?: Date | null
  } = {},
) {
  const { id: surveyId } = await aSurvey(organizationId)
  const sequence = await aSequence(organizationId, [{ type: 'survey', surveyId }])
  const contact = await aContact(organizationId)
  const sending = await aSending(organizationId, sequence.id, {
    contactId: contact.id,
    email: contact.email,
    dueAt: null,
  })
  const at = now()
  const step = await db.sendingStep.create({
    data: {
      organizationId,
      sendingId: sending.id,
      stepId: sequence.steps[0]?.id ?? '',
      position: 0,
      type: 'survey',
      surveyId,
      status: 'sent',
      channel: 'email',
      recipient: contact.email,
      claimedAt: at,
      sentAt: at,
      endedAt: at,
      ...data,
    },
  })
  await db.dailyUsage.upsert({
    where: { organizationId_day: { organizationId, day: new Date(toUtcDay(at)) } },
    create: { organizationId, day: new Date(toUtcDay(at)), used: 1, accepted: 1 },
    update: { used: { increment: 1 }, accepted: { increment: 1 } },
  })
  return { step, sending, contact }
}

export async function anOrganizationWithSentStep(data?: Parameters<typeof aSentStep>[1]) {
  const organizationId = await anOrganization({ tracksOpensAndClicks: true })
  return { organizationId, ...(await aSentStep(organizationId, data)) }
}

export function aMessageEvent(kind: NewMessageEvent['kind'], data: Partial<NewMessageEvent> = {}): NewMessageEvent {
  return {
    kind,
    provider: 'generic',
    occurredAt: now(),
    dedupeKey: `${kind} 1`,
    ...(kind === 'bounced' ? { bounceType: 'hard' as const } : {}),
    ...data,
  }
}

export async function readUsage(organizationId: string) {
  const { accepted, bounced, complained } = await db.dailyUsage.findUniqueOrThrow({
    where: { organizationId_day: { organizationId, day: new Date(toUtcDay(now())) } },
  })
  return { accepted, bounced, complained }
}
