import type { Prisma, Response as ResponseRecord } from '@/prisma/generated/client'
import { queueResponseCandidate } from '../alerts/queue-response-candidate'
import { now, runWithClockOffset } from '../clock'
import { db, type Tx } from '../db'
import { lockRow } from '../locks'
import { addConsentEvidence } from '../responses/consent-evidence'
import { asStoredAnswers, presentResponse } from '../responses/responses'
import type { AnswerWithOptionLabels } from '../responses/schema'
import { computeScores } from '../responses/scores'
import { answersEqual } from '../responses/validate-answers'
import type { FieldValues } from '../surveys/fields/constants'
import { asStoredFieldValues } from '../surveys/fields/fields'
import { transact, type UnitOfWork } from '../unit-of-work'
import type { Language } from '../validation/schema'
import type { ResponseFlag } from './constants'
import { type ContactDetails, findOrCreateContact } from './contact-details'
import { findOpenLink, type LinkObstacle, type OpenLink } from './open-link'

export type LinkSubmission = {
  /** Of the page view, which answers once. */
  responseId: string
  answers: readonly AnswerWithOptionLabels[]
  language: Language
  contact: ContactDetails | null
  flag: ResponseFlag | null
  /** Values of hidden fields that the form sent. */
  fields: FieldValues
  secondsToComplete: number | null
}

export type LinkSubmissionResult = { state: LinkObstacle | 'unknown' } | { state: 'submitted'; hasSameAnswers: boolean }

/**
 * Stores the answers of a page view, under the lock of the link, so that quota and last day are exact. A second submission of the view
 * finds the first and changes nothing. A flagged one counts nowhere, and causes no event, case or contact.
 */
export async function submitLinkResponse(link: OpenLink, submission: LinkSubmission): Promise<LinkSubmissionResult> {
  return runWithClockOffset(link.clockOffsetMs, () => transact((work) => storeSubmission(work, link, submission)))
}

async function storeSubmission(
  work: UnitOfWork,
  snapshot: OpenLink,
  submission: LinkSubmission,
): Promise<LinkSubmissionResult> {
  const { tx } = work
  const { organizationId } = snapshot
  const { responseId, answers, flag } = submission
  await lockRow(tx, 'survey_link', organizationId, snapshot.id, 'NO KEY UPDATE')
  const link = await findOpenLink(snapshot.slug)
  if (link?.id !== snapshot.id) return { state: 'unknown' }
  const stored = await tx.response.findFirst({ where: { id: responseId, organizationId } })
  if (stored?.submittedAt)
    return { state: 'submitted', hasSameAnswers: answersEqual(answers, asStoredAnswers(stored.answers)) }
  if (link.obstacle) return { state: link.obstacle }
  const fields = { ...asStoredFieldValues(stored?.fields ?? {}), ...submission.fields }
  const content = await composeContent(tx, link, { ...submission, fields })
  const row = stored
    ? await tx.response.update({ where: { id: responseId, organizationId }, data: content })
    : await tx.response.create({ data: { id: responseId, ...link.subject, ...content } })
  await tx.surveyLink.update({
    where: { id: link.id, organizationId },
    data: flag ? { flagged: { increment: 1 } } : { answers: { increment: 1 } },
    select: { id: true },
  })
  if (!flag) await announceLinkResponse(work, row, link.hasAlertRules)
  return { state: 'submitted', hasSameAnswers: true }
}

async function composeContent(tx: Tx, link: OpenLink, submission: LinkSubmission) {
  const { answers, language, contact, flag, fields, secondsToComplete } = submission
  const scores = computeScores(link.survey.type, answers)
  const at = now()
  return {
    status: flag ? 'flagged' : 'completed',
    surveyVersion: link.survey.version,
    flag,
    ...(flag && contact ? { flaggedContact: contact } : {}),
    contactId: !flag && contact ? await findOrCreateContact(tx, link.organizationId, contact, language) : null,
    language,
    answers: addConsentEvidence(answers, { ...link, language }),
    fields,
    ...scores,
    caseState: !flag && scores.band === 'negative' ? 'open' : null,
    submittedAt: at,
    secondsToComplete,
    createdAt: at,
    updatedAt: at,
  } satisfies Prisma.ResponseUncheckedUpdateInput
}

/** Emits the events of a response that counts from now on, and queues it for the alert rules. */
export async function announceLinkResponse(
  work: UnitOfWork,
  row: ResponseRecord,
  hasAlertRules: boolean,
): Promise<void> {
  const { organizationId } = row
  const payload = presentResponse(row)
  await work.emit({ organizationId, kind: 'new_response', payload })
  if (row.isDetractor) await work.emit({ organizationId, kind: 'detractor_response', payload })
  if (hasAlertRules) await queueResponseCandidate(work, organizationId, row.id)
}

/** Stores what was answered so far. It counts only once it is submitted. @returns false if the view was submitted, or the link is closed */
export async function savePartialLinkResponse(
  link: OpenLink,
  { responseId, answers, language, fields }: Pick<LinkSubmission, 'responseId' | 'answers' | 'language' | 'fields'>,
): Promise<boolean> {
  if (answers.length === 0 || link.obstacle) return false
  const { organizationId } = link
  const { type, version } = link.survey
  const content = {
    surveyVersion: version,
    language,
    answers: addConsentEvidence(answers, { ...link, language }),
    fields,
    ...computeScores(type, answers),
  }
  return transact(async ({ tx }) => {
    await lockRow(tx, 'survey_link', organizationId, link.id, 'KEY SHARE')
    const where = { id: responseId, organizationId }
    const { count } = await tx.response.updateMany({ where: { ...where, submittedAt: null }, data: content })
    if (count > 0) return true
    const { count: inserted } = await tx.response.createMany({
      data: [{ id: responseId, ...link.subject, status: 'partial', ...content }],
      skipDuplicates: true,
    })
    return inserted > 0
  })
}

/** What a page view has stored so far; null for nothing. */
export async function findLinkResponse({ organizationId }: OpenLink, id: string) {
  return db.response.findFirst({
    where: { id, organizationId },
    select: { submittedAt: true, changedAt: true, band: true, answers: true, fields: true },
  })
}
