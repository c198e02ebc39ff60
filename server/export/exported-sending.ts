import type { Prisma } from '@/prisma/generated/client'
import { readReason } from '../outgoing/reasons'

type Row = Prisma.SendingGetPayload<{ include: { steps: true } }>

export function presentExportedSending(row: Row) {
  return {
    id: row.id,
    sequenceId: row.sequenceId,
    surveyId: row.surveyId,
    contactId: row.contactId,
    locationId: row.locationId,
    employeeId: row.employeeId,
    email: row.email,
    status: row.status,
    reason: readReason(row.reason),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    steps: row.steps.map((step) => ({
      type: step.type,
      surveyId: step.surveyId,
      channel: step.channel,
      recipient: step.recipient,
      status: step.status,
      reason: readReason(step.reason),
      sentAt: step.sentAt?.toISOString() ?? null,
      endedAt: step.endedAt?.toISOString() ?? null,
    })),
  }
}
