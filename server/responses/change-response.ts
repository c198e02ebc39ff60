import { queueResponseCandidate } from '../alerts/queue-response-candidate'
import { recordResponseEvents } from '../cases/record-response-events'
import { HOUR_MS, now, runWithClockOffset } from '../clock'
import { lockRow } from '../locks'
import type { OrganizationBranding } from '../sender-profile/branding'
import { transact, type UnitOfWork } from '../unit-of-work'
import type { Language } from '../validation/schema'
import { addConsentEvidence } from './consent-evidence'
import { asStoredAnswers, presentResponse } from './responses'
import type { AnswerWithOptionLabels } from './schema'
import { computeScores } from './scores'
import { answersEqual } from './validate-answers'

/* A person comes back and changes what they answered, within the hours that the survey allows (docs/decisions/0110-changed-answers.md). */

/** Of one response. More would only fill its timeline. */
const CHANGES_MAX = 20

/** What the link of a message and an open link have in common. */
type AnsweredSurvey = {
  organizationId: string
  organization: OrganizationBranding
  survey: { type: string; version: number; changeHours: number | null }
  hasAlertRules: boolean
  clockOffsetMs: number
}

type AnsweredTimes = { submittedAt: Date | null; changedAt: Date | null }

export type AnswerChange = {
  responseId: string
  /** The `answeredAt` of the answers that the person saw, in milliseconds. */
  basedOn: number
  answers: readonly AnswerWithOptionLabels[]
  language: Language
}

/** `outdated`: other changes were stored since. `late`: the time for changes is over. */
export type AnswerChangeResult = 'changed' | 'outdated' | 'late'

/** When the answers were last given, in milliseconds; null if they were not submitted, or can no longer be changed. */
export function findChangeableSince(source: AnsweredSurvey, response: AnsweredTimes): number | null {
  const at = runWithClockOffset(source.clockOffsetMs, now)
  return response.submittedAt && isWithinTime(source, response.submittedAt, at) ? answeredAt(response) : null
}

function isWithinTime({ survey: { changeHours } }: AnsweredSurvey, submittedAt: Date, at: Date): boolean {
  return changeHours !== null && at.getTime() < submittedAt.getTime() + changeHours * HOUR_MS
}

function answeredAt({ submittedAt, changedAt }: AnsweredTimes): number {
  return (changedAt ?? submittedAt)?.getTime() ?? 0
}

/**
 * Replaces the answers and scores of a submitted response. It stays where it is in lists and statistics, which count the new answers. A low
 * score opens a case and, if it is the first one, causes `detractor_response`; alert rules see the new answers, and alert once for a
 * response. `new_response` is not sent again. The same change twice is one.
 */
export function changeResponse(source: AnsweredSurvey, change: AnswerChange): Promise<AnswerChangeResult> {
  return runWithClockOffset(source.clockOffsetMs, () => transact((work) => storeChange(work, source, change)))
}

async function storeChange(
  work: UnitOfWork,
  source: AnsweredSurvey,
  { responseId: id, basedOn, answers, language }: AnswerChange,
): Promise<AnswerChangeResult> {
  const { tx } = work
  const { organizationId } = source
  await lockRow(tx, 'response', organizationId, id)
  const before = await tx.response.findFirst({ where: { id, organizationId } })
  if (!before?.submittedAt) return 'late'
  if (answersEqual(answers, asStoredAnswers(before.answers))) return 'changed'
  if (answeredAt(before) !== basedOn) return 'outdated'
  const changes = await tx.responseEvent.count({ where: { organizationId, responseId: id, kind: 'answersChanged' } })
  if (!isWithinTime(source, before.submittedAt, now()) || changes >= CHANGES_MAX) return 'late'
  const scores = computeScores(source.survey.type, answers)
  const opensCase = before.status === 'completed' && before.caseState === null && scores.band === 'negative'
  const row = await tx.response.update({
    where: { id, organizationId },
    data: {
      ...scores,
      answers: addConsentEvidence(answers, { ...source, language }),
      language,
      surveyVersion: source.survey.version,
      changedAt: now(),
      ...(opensCase ? { caseState: 'open' } : {}),
    },
  })
  const value = before.rating === null ? null : String(before.rating)
  await recordResponseEvents(tx, organizationId, [{ responseId: id, kind: 'answersChanged', value }])
  if (opensCase && row.isDetractor)
    await work.emit({ organizationId, kind: 'detractor_response', payload: presentResponse(row) })
  if (row.status === 'completed' && source.hasAlertRules) await queueResponseCandidate(work, organizationId, id)
  return 'changed'
}
