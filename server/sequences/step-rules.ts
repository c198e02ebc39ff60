import { db, type Tx } from '../db'
import { type FieldErrors, ValidationError } from '../errors'
import { type Sentence, sentence } from '../messages/sentence'
import { countSegments } from '../messaging/sms-text'
import { fillText, type PLACEHOLDER_NAMES, partsOfText } from '../messaging/vocabulary'
import { getReviewLinks } from '../organizations/review-links'
import { checkTargetUrl } from '../outbound/target-url'
import { readQuestions } from '../surveys/questions'
import type { SaveStep, StepType } from './schema'
import { findTextFaults, listWordings, sentenceOfTextFault } from './vocabulary'

/** Limit of SMS segments per message: providers bill each. */
const SMS_SEGMENTS_MAX = 4
const SAMPLE_VALUES: Record<(typeof PLACEHOLDER_NAMES)[number], string> = {
  firstName: 'a'.repeat(10),
  lastName: 'a'.repeat(10),
  email: 'a'.repeat(20),
  organization: 'a'.repeat(20),
  surveyLink: 'a'.repeat(60),
  reviewLinks: 'a'.repeat(80),
}

/**
 * Validates what the schema cannot: the surveys exist, and the webhook URLs are allowed.
 * @returns the steps with normalized URLs.
 * @throws {ValidationError}
 */
export async function checkSteps(organizationId: string, steps: readonly SaveStep[]): Promise<SaveStep[]> {
  const details: FieldErrors = {}
  const seen = new Set<string>()
  const surveys = await statusOfSurveys(organizationId, steps)
  Object.assign(details, await faultsOfAsking(organizationId, steps))
  const checked: SaveStep[] = []
  for (const [index, step] of steps.entries()) {
    const { id, surveyId } = step
    if (id !== undefined && seen.has(id)) details[`steps.${index}.id`] = [sentence('sequence.stepIdTaken')]
    if (id !== undefined) seen.add(id)
    const fault = surveyId ? faultOfSurvey(surveys.get(surveyId)) : undefined
    if (fault) details[`steps.${index}.surveyId`] = [fault]
    const segments = step.type === 'sms' ? countStepSegments(step.body) : 0
    if (segments > SMS_SEGMENTS_MAX)
      details[`steps.${index}.body`] = [sentence('sequence.stepSegments', { segments, maximum: SMS_SEGMENTS_MAX })]
    checked.push({ ...step, webhookUrl: await resolveTarget(step, `steps.${index}.webhookUrl`, details) })
  }
  if (Object.keys(details).length > 0) throw new ValidationError(details)
  return checked
}

/**
 * An active sequence must send something, each of its surveys must have questions, and each text must be sendable as written.
 * @throws {ValidationError}
 */
export async function requireActivatable(tx: Tx, organizationId: string, sequenceId: string): Promise<void> {
  const steps = await tx.sequenceStep.findMany({
    where: { organizationId, sequenceId },
    orderBy: { position: 'asc' },
    include: { survey: true },
  })
  const details: FieldErrors = {}
  if (!steps.some((step) => step.type !== 'wait')) details.steps = [sentence('sequence.sendsNothing')]
  for (const [index, { survey }] of steps.entries()) {
    if (!survey) continue
    const fault = faultOfSurvey(survey.deletedAt ? undefined : survey.status) ?? faultOfQuestions(survey)
    if (fault) details[`steps.${index}.surveyId`] = [fault]
  }
  for (const { step, field, language, fault } of findTextFaults(
    steps.map((row) => ({ ...row, type: row.type as StepType })),
  ))
    details[['steps', step, field, ...(language === null ? [] : [language])].join('.')] = [sentenceOfTextFault(fault)]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}

/**
 * A caller who may not set webhook URLs can keep a step's URL or remove the step, but not change the URL.
 * @param steps as submitted, each with its stored or its hidden URL.
 * @returns the steps with the stored URLs.
 * @throws {ValidationError} for each step with a new or changed URL.
 */
export async function keepTargets(
  tx: Tx,
  organizationId: string,
  sequenceId: string,
  steps: readonly SaveStep[],
): Promise<SaveStep[]> {
  const held = await tx.sequenceStep.findMany({ where: { organizationId, sequenceId } })
  const details: FieldErrors = {}
  const kept = steps.map((step, index) => {
    const stored = held.find((row) => row.id === step.id)?.webhookUrl ?? null
    const isSame = [stored, stored && hiddenAddress(stored)].includes(step.webhookUrl ?? null)
    if (!isSame) details[`steps.${index}.webhookUrl`] = [sentence('sequence.stepWebhook')]
    return { ...step, webhookUrl: stored }
  })
  if (Object.keys(details).length > 0) throw new ValidationError(details)
  return kept
}

/** A webhook URL without its path and query, which may be secret: `https://hooks.example.com/…` */
export function hiddenAddress(url: string): string {
  return `${new URL(url).origin}/…`
}

function countStepSegments(body: unknown): number {
  return Math.max(0, ...listWordings(body).map(([, words]) => countSegments(fillText(words, SAMPLE_VALUES))))
}

/** Why an existing survey cannot be sent; undefined if it can. */
export function faultOfQuestions(survey: { type: string; questions: unknown }): Sentence | undefined {
  return readQuestions(survey).length === 0 ? sentence('survey.noQuestions') : undefined
}

/** A text with the review links placeholder requires that the organization has some. */
async function faultsOfAsking(organizationId: string, steps: readonly SaveStep[]): Promise<FieldErrors> {
  const asks = (text: unknown) =>
    partsOfText(typeof text === 'string' ? text : JSON.stringify(text ?? '')).some(
      (part) => typeof part !== 'string' && part.name === 'reviewLinks' && part.fallback === '',
    )
  const asking = steps.flatMap(({ type, body }, index) => (type !== 'wait' && asks(body) ? [index] : []))
  if (asking.length === 0 || (await getReviewLinks(organizationId)).links.length > 0) return {}
  return Object.fromEntries(asking.map((index) => [`steps.${index}.body`, [sentence('sequence.noReviewLinks')]]))
}

async function statusOfSurveys(organizationId: string, steps: readonly SaveStep[]): Promise<Map<string, string>> {
  const ids = [...new Set(steps.flatMap((step) => step.surveyId ?? []))]
  const rows = await db.survey.findMany({
    where: { organizationId, id: { in: ids }, deletedAt: null },
    select: { id: true, status: true },
  })
  return new Map(rows.map((row) => [row.id, row.status]))
}

function faultOfSurvey(status: string | undefined): Sentence | undefined {
  if (status === undefined) return sentence('sequence.stepNoSurvey')
  return status === 'archived' ? sentence('sequence.stepSurveyArchived') : undefined
}

async function resolveTarget(step: SaveStep, field: string, details: FieldErrors): Promise<string | null> {
  if (!step.webhookUrl) return null
  try {
    return await checkTargetUrl(step.webhookUrl, field)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    Object.assign(details, error.fields)
    return step.webhookUrl
  }
}
