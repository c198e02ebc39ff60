import type { SendingStep } from '@/prisma/generated/client'
import { now } from '../clock'
import type { Reason } from '../messaging/outcome/schema'
import type { UnitOfWork } from '../unit-of-work'
import type { SendingFailedPayload } from './schema'

type FailedStep = Pick<SendingStep, 'status' | 'stepId' | 'channel' | 'surveyId'> & {
  reason: Reason | null
  sending: { id: string; contactId: string; sequenceId: string | null; email: string }
}

/** Emits `sending.failed` for messages that were bounced or refused. One whose outcome is unknown may have arrived. */
export async function emitSendingFailures(
  { emit }: UnitOfWork,
  organizationId: string,
  steps: readonly FailedStep[],
): Promise<void> {
  const occurredAt = now().toISOString()
  const payloads = steps.flatMap(({ status, stepId, channel, surveyId, reason, sending }): SendingFailedPayload[] => {
    const code = reason?.code ?? 'refused'
    if (code === 'unconfirmed' || code === 'interrupted') return []
    return [
      {
        event: 'sending.failed',
        occurredAt,
        sendingId: sending.id,
        sequenceId: sending.sequenceId,
        stepId,
        contactId: sending.contactId,
        email: sending.email,
        channel: channel === 'sms' ? 'sms' : 'email',
        status: status === 'bounced' ? 'bounced' : 'failed',
        reason: code,
        words: reason?.values.words ?? null,
        ...(surveyId === null ? {} : { surveyId }),
      },
    ]
  })
  if (payloads.length > 0)
    await emit(...payloads.map((payload) => ({ organizationId, kind: 'sending.failed' as const, payload })))
}
