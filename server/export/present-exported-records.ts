import type { Prisma, ResponseEvent, ResponseNote, ResponseReply } from '@/prisma/generated/client'
import { presentCase } from '../cases/case-filters'
import { presentNote } from '../cases/notes'
import { presentReply } from '../cases/replies/present-reply'
import { presentResponseEvent } from '../cases/timeline'
import { readReason } from '../messaging/outcome/reasons'

const NO_NAMES: ReadonlyMap<string, string> = new Map()

type CaseRow = Prisma.ResponseGetPayload<{ include: { taggings: true } }>

export function presentExportedCase(row: CaseRow) {
  const { state, assigneeId, dueOn } = presentCase(row, NO_NAMES)
  return { responseId: row.id, state, assigneeId, dueOn, tagIds: row.taggings.map(({ tagId }) => tagId) }
}

export function presentExportedNote(row: ResponseNote) {
  return { responseId: row.responseId, ...presentNote(row) }
}

export function presentExportedReply(row: ResponseReply) {
  const { mayRetry: _, ...reply } = presentReply(row)
  return { responseId: row.responseId, ...reply, sentAt: row.sentAt?.toISOString() ?? null }
}

export function presentExportedEvent(row: ResponseEvent) {
  return { responseId: row.responseId, ...presentResponseEvent(row) }
}

type SendingRow = Prisma.SendingGetPayload<{ include: { steps: true } }>

export function presentExportedSending(row: SendingRow) {
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
