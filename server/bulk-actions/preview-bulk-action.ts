import { db } from '../db'
import { NotFound } from '../errors'
import type { SkipReason } from './constants'
import { countContactsBySkipReason } from './queries'
import { resolveContactSelection } from './resolve-contact-selection'
import type { BulkActionPreview, PreviewBulkAction } from './schema'

/** Counts the selected contacts, and those that the sequence or survey would not be sent to. @throws {NotFound} */
export async function previewBulkAction(
  organizationId: string,
  { selection, sequenceId, surveyId }: PreviewBulkAction,
): Promise<BulkActionPreview> {
  const usesSms = sequenceId !== undefined && (await hasSmsStep(organizationId, sequenceId))
  if (surveyId !== undefined) await requireSurvey(organizationId, surveyId)
  const contacts = await resolveContactSelection(organizationId, selection)
  const { total, unsubscribed, bounced, noPhone, emailDeclined, enrolled } = await countContactsBySkipReason(contacts, {
    sequenceId: sequenceId ?? null,
    usesSms,
  })
  const counts: [SkipReason, number][] = [
    ['unsubscribed', unsubscribed],
    ['bounced', bounced],
    ['noPhone', noPhone],
    ['emailDeclined', emailDeclined],
    ['alreadyEnrolled', enrolled],
  ]
  const isEnrolment = sequenceId !== undefined || surveyId !== undefined
  const skipped = isEnrolment ? counts.filter(([, count]) => count > 0) : []
  return { total, unsubscribed, skipped: skipped.map(([reason, count]) => ({ reason, count })) }
}

async function hasSmsStep(organizationId: string, sequenceId: string): Promise<boolean> {
  const sequence = await db.sequence.findFirst({
    where: { organizationId, id: sequenceId },
    select: { steps: { where: { type: 'sms' }, select: { id: true }, take: 1 } },
  })
  if (!sequence) throw new NotFound('sequence')
  return sequence.steps.length > 0
}

async function requireSurvey(organizationId: string, id: string): Promise<void> {
  if ((await db.survey.count({ where: { organizationId, id, deletedAt: null } })) === 0) throw new NotFound('survey')
}
