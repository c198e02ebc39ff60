import { v7 as uuidv7 } from 'uuid'
import type { Response as ResponseRecord } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, type Tx } from '../db'
import type { Language } from '../fields/schema'
import { Band, type Question } from '../surveys/schema'
import { type DomainEvent, transact } from '../unit-of-work'
import { type AnswerFault, asGiven, type CheckedAnswers, checkAnswers, type GivenAnswers, isSameAs } from './answers'
import { type Asked, type Asker, findAsked, lockAsked } from './asked'
import { writeCountingResponse } from './queries'
import { presentResponse, storedAnswers } from './responses'
import type { Response } from './schema'
import { computeScores } from './scores'

export type OpenedSurvey =
  | { state: 'unknown' }
  | { state: 'archived'; asker: Asker; language: Language }
  | { state: 'submitted'; asker: Asker; language: Language; band: Band | null; reviewLinks: Asked['reviewLinks'] }
  | { state: 'open'; asker: Asker; language: Language; questions: Question[]; given: GivenAnswers; asked: Asked }

/**
 * Only `submitted` with `isNew` has written anything. `isTheirs`: the stored response equals the submitted answers, for example in a
 * retry after a lost connection.
 */
export type Submission =
  | { state: 'unknown' | 'archived' }
  | { state: 'submitted'; isNew: boolean; isTheirs: boolean; response: Response }
  | { state: 'invalid'; questions: Question[]; faults: Map<string, AnswerFault> }

/**
 * Data for the page of a survey link; read-only. The language is the requested one, else that of a partial response, else the contact's,
 * else the organization's.
 */
export async function openSurvey(token: string, wanted: Language | undefined): Promise<OpenedSurvey> {
  const asked = await findAsked(token)
  if (!asked) return { state: 'unknown' }
  const { survey, asker, response, reviewLinks } = asked
  const language = wanted ?? asked.language
  if (response?.isSubmitted)
    return { state: 'submitted', asker, language, band: Band.nullable().parse(response.band), reviewLinks }
  if (!survey.isOpen) return { state: 'archived', asker, language }
  const given = new Map(storedAnswers(response?.answers ?? []).map((answer) => [answer.questionId, asGiven(answer)]))
  return { state: 'open', asker, language, questions: survey.questions, given, asked }
}

/** Saves a partial response. Skips invalid answers and never changes a submitted response. @returns whether it was saved. */
export async function savePartial(token: string, given: GivenAnswers, language: Language): Promise<boolean> {
  return transact(async ({ tx }) => {
    const asked = await lockAsked(tx, token)
    if (!asked || asked.response?.isSubmitted || !asked.survey.isOpen) return false
    const checked = checkAnswers(asked.survey.questions, given, language)
    if (checked.answers.length === 0 && !asked.response) return false
    await keep(tx, asked, checked, language)
    return true
  })
}

const MAX_TRIES = 4

/**
 * Submits a response in one statement: its scores, the status of the sending's step, the events `new_response` and, for a detractor,
 * `detractor_response`, and a row that queues the response for the alert rules. A low score opens its case. A second submission, also a
 * concurrent one, finds the first and changes nothing.
 * @param seen a recent read of the link. The write succeeds only if that data is still current.
 */
export async function submitResponse(
  token: string,
  given: GivenAnswers,
  language: Language,
  seen?: Asked,
): Promise<Submission> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const asked = (attempt === 1 && seen) || (await findAsked(token))
    if (!asked) return { state: 'unknown' }
    const { organizationId, survey, response } = asked
    const checked = checkAnswers(survey.questions, given, language)
    if (response?.isSubmitted) {
      const held = await db.response.findFirst({ where: { id: response.id, organizationId } })
      if (held) return alreadySubmitted(held, checked)
      continue
    }
    if (!survey.isOpen) return { state: 'archived' }
    if (checked.faults.size > 0) return { state: 'invalid', questions: survey.questions, faults: checked.faults }
    const row = completedRow(asked, checked, language)
    const wasCounted = response?.counts === true
    if (await writeResponse(row, { isFirst: !wasCounted, hasAlertRules: asked.hasAlertRules }))
      return { state: 'submitted', isNew: true, isTheirs: true, response: presentResponse(row) }
    // The data changed since it was read: retry.
  }
  throw new Error('what stands behind a survey link changed again and again')
}

/**
 * Writes a response that counts, with its events.
 * @param isFirst false if the response counted before: no event or alert is sent again.
 * @returns false, with nothing written, if the data that the row was made from has changed.
 */
export async function writeResponse(
  row: ResponseRecord,
  { isFirst, hasAlertRules }: { isFirst: boolean; hasAlertRules: boolean },
): Promise<boolean> {
  const events = isFirst ? eventsOfResponse(row.organizationId, presentResponse(row)) : []
  return writeCountingResponse(row.organizationId, row, { events, hasAlertRules })
}

function eventsOfResponse(organizationId: string, payload: Response): DomainEvent[] {
  const kinds = payload.isDetractor ? (['new_response', 'detractor_response'] as const) : (['new_response'] as const)
  return kinds.map((kind) => ({ organizationId, kind, payload }))
}

function alreadySubmitted(held: ResponseRecord, { answers }: CheckedAnswers): Submission {
  const isTheirs = isSameAs(answers, storedAnswers(held.answers))
  return { state: 'submitted', isNew: false, isTheirs, response: presentResponse(held) }
}

/**
 * createdAt is the time when the response starts to count, usually its submission: clients that poll by createdAt must not miss
 * responses that were started earlier.
 */
function completedRow(asked: Asked, { answers }: CheckedAnswers, language: Language): ResponseRecord {
  const { id: sendingStepId, organizationId, survey, sending } = asked
  const { id: sendingId, mergedLocationId: _merged, ...ofSending } = sending
  const at = now()
  return {
    id: asked.response?.id ?? uuidv7(),
    organizationId,
    surveyId: survey.id,
    sendingId,
    sendingStepId,
    ...ofSending,
    status: 'completed',
    language,
    answers: [...answers],
    ...computeScores(survey.type, answers),
    // submit_response opens the case of a low score.
    caseState: null,
    assigneeId: null,
    dueOn: null,
    remindedOn: null,
    submittedAt: at,
    createdAt: asked.response?.counts ? asked.response.createdAt : at,
    updatedAt: at,
  }
}

async function keep(tx: Tx, asked: Asked, { answers }: CheckedAnswers, language: Language): Promise<void> {
  const { id: sendingStepId, organizationId, survey, sending, response } = asked
  const said = { language, answers: [...answers], ...computeScores(survey.type, answers) }
  if (response) {
    await tx.response.update({ where: { id: response.id, organizationId }, data: said, select: { id: true } })
    // A response that counts already may now have a low score, which opens its case.
    await tx.response.updateMany({
      where: { id: response.id, organizationId, status: 'completed', band: 'negative', caseState: null },
      data: { caseState: 'open' },
    })
  } else {
    const { id: sendingId, mergedLocationId: _merged, ...ofSending } = sending
    const asking = { organizationId, surveyId: survey.id, sendingId, sendingStepId, ...ofSending }
    await tx.response.create({ data: { status: 'partial', ...said, ...asking }, select: { id: true } })
  }
}
