import { db, type Tx } from '../db'
import { type FieldErrors, ValidationError } from '../errors'
import { type LocalizableMessage, localizableMessage } from '../messages/localizable-message'
import { findPlaceholderWithoutFallback } from '../messaging/message-template'
import { getReviewLinkSettings } from '../organizations/review-links'
import { requireAllowedTargetUrl } from '../outbound/target-url'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import { sendsMessage } from './constants'
import { findConditionErrors } from './find-condition-errors'
import { findStepTemplateErrors, listTextsByLanguage, toTemplateErrorMessage } from './find-step-template-errors'
import { findUnknownPropertyErrors } from './find-unknown-property-errors'
import type { SaveStep, StepType } from './schema'
import { measureSmsStep, SMS_SEGMENTS_MAX } from './sms-length'

export async function requireValidSteps(organizationId: string, steps: readonly SaveStep[]): Promise<SaveStep[]> {
  const details: FieldErrors = {}
  const seenIds = new Set<string>()
  const surveys = await readSurveyStatuses(organizationId, steps)
  Object.assign(details, await findReviewLinkErrors(organizationId, steps))
  Object.assign(details, await findUnknownPropertyErrors(organizationId, steps))
  Object.assign(details, await findConditionErrors(organizationId, steps))
  const checkedSteps: SaveStep[] = []
  for (const [index, step] of steps.entries()) {
    const { id, surveyId } = step
    if (id !== undefined && seenIds.has(id)) details[`steps.${index}.id`] = [localizableMessage('sequence.stepIdTaken')]
    if (id !== undefined) seenIds.add(id)
    const fault = surveyId ? findSurveyError(surveys.get(surveyId)) : undefined
    if (fault) details[`steps.${index}.surveyId`] = [fault]
    const segments = step.type === 'sms' ? countStepSegments(step) : 0
    if (segments > SMS_SEGMENTS_MAX)
      details[`steps.${index}.body`] = [
        localizableMessage('sequence.stepSegments', { segments, maximum: SMS_SEGMENTS_MAX }),
      ]
    checkedSteps.push({ ...step, webhookUrl: await normalizeTarget(step, `steps.${index}.webhookUrl`, details) })
  }
  if (Object.keys(details).length > 0) throw new ValidationError(details)
  return checkedSteps
}

export async function requireActivatableSequence(tx: Tx, organizationId: string, sequenceId: string): Promise<void> {
  const steps = await tx.sequenceStep.findMany({
    where: { organizationId, sequenceId },
    orderBy: { position: 'asc' },
    include: { survey: true },
  })
  const details: FieldErrors = {}
  if (!steps.some(({ type }) => sendsMessage(type as StepType)))
    details.steps = [localizableMessage('sequence.sendsNothing')]
  for (const [index, { survey }] of steps.entries()) {
    if (!survey) continue
    const fault = findSurveyError(survey.deletedAt ? undefined : survey.status) ?? findEmptySurveyError(survey)
    if (fault) details[`steps.${index}.surveyId`] = [fault]
  }
  for (const { step, field, language, fault } of findStepTemplateErrors(
    steps.map((row) => ({ ...row, type: row.type as StepType })),
  ))
    details[['steps', step, field, ...(language === null ? [] : [language])].join('.')] = [
      toTemplateErrorMessage(fault),
    ]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}

/**
 * A caller who may not set webhook URLs can keep a step's URL or remove the step, but not change the URL.
 * @param steps as submitted, each with its stored or its hidden URL.
 * @returns the steps with the stored URLs.
 * @throws {ValidationError} for each step with a new or changed URL.
 */
export async function requireUnchangedWebhookUrls(
  tx: Tx,
  organizationId: string,
  sequenceId: string,
  steps: readonly SaveStep[],
): Promise<SaveStep[]> {
  const storedSteps = await tx.sequenceStep.findMany({ where: { organizationId, sequenceId } })
  const details: FieldErrors = {}
  const restoredSteps = steps.map((step, index) => {
    const stored = storedSteps.find((row) => row.id === step.id)?.webhookUrl ?? null
    const isSame = [stored, stored && redactUrl(stored)].includes(step.webhookUrl ?? null)
    if (!isSame) details[`steps.${index}.webhookUrl`] = [localizableMessage('sequence.stepWebhook')]
    return { ...step, webhookUrl: stored }
  })
  if (Object.keys(details).length > 0) throw new ValidationError(details)
  return restoredSteps
}

export function redactUrl(url: string): string {
  return `${new URL(url).origin}/…`
}

function countStepSegments({ body, surveyId }: SaveStep): number {
  const hasSurvey = typeof surveyId === 'string'
  return Math.max(0, ...listTextsByLanguage(body).map(([, words]) => measureSmsStep(words, hasSurvey).segments))
}

export function findEmptySurveyError(survey: { type: string; questions: unknown }): LocalizableMessage | undefined {
  return listQuestionsIncludingMetric(survey).length === 0 ? localizableMessage('survey.noQuestions') : undefined
}

async function findReviewLinkErrors(organizationId: string, steps: readonly SaveStep[]): Promise<FieldErrors> {
  const containsReviewLinks = (text: unknown) =>
    findPlaceholderWithoutFallback(typeof text === 'string' ? text : JSON.stringify(text ?? ''), 'reviewLinks') !==
    undefined
  const affectedIndexes = steps.flatMap(({ type, body }, index) =>
    sendsMessage(type) && containsReviewLinks(body) ? [index] : [],
  )
  if (affectedIndexes.length === 0 || (await getReviewLinkSettings(organizationId)).links.length > 0) return {}
  return Object.fromEntries(
    affectedIndexes.map((index) => [`steps.${index}.body`, [localizableMessage('sequence.noReviewLinks')]]),
  )
}

async function readSurveyStatuses(organizationId: string, steps: readonly SaveStep[]): Promise<Map<string, string>> {
  const ids = [...new Set(steps.flatMap((step) => step.surveyId ?? []))]
  const rows = await db.survey.findMany({
    where: { organizationId, id: { in: ids }, deletedAt: null },
    select: { id: true, status: true },
  })
  return new Map(rows.map((row) => [row.id, row.status]))
}

function findSurveyError(status: string | undefined): LocalizableMessage | undefined {
  if (status === undefined) return localizableMessage('sequence.stepNoSurvey')
  return status === 'archived' ? localizableMessage('sequence.stepSurveyArchived') : undefined
}

async function normalizeTarget(step: SaveStep, field: string, details: FieldErrors): Promise<string | null> {
  if (!step.webhookUrl) return null
  try {
    return await requireAllowedTargetUrl(step.webhookUrl, field)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    Object.assign(details, error.fields)
    return step.webhookUrl
  }
}
