import { noteResponse } from '../alerts/note-matches'
import { now } from '../clock'
import type { Tx } from '../db'
import type { Language } from '../fields/schema'
import { Band, type Question } from '../surveys/schema'
import { transact } from '../unit-of-work'
import { type AnswerFault, asGiven, type CheckedAnswers, checkAnswers, type GivenAnswers, isSameAs } from './answers'
import { type Asked, type Asker, findAsked, lockAsked } from './asked'
import { presentResponse, storedAnswers } from './responses'
import type { Response } from './schema'
import { computeScores } from './scores'

/** What stands behind a survey link. */
export type OpenedSurvey =
  | { state: 'unknown' }
  | { state: 'archived'; asker: Asker; language: Language }
  | { state: 'submitted'; asker: Asker; language: Language; band: Band | null; reviewLinks: Asked['reviewLinks'] }
  | { state: 'open'; asker: Asker; language: Language; questions: Question[]; given: GivenAnswers }

/**
 * How a submission ended. Nothing but `submitted` with `isNew` changes anything; `isTheirs` tells whether the response that
 * stands says what was submitted, which it also does when the same comes again because nobody heard the first answer.
 */
export type Submission =
  | { state: 'unknown' | 'archived' }
  | { state: 'submitted'; isNew: boolean; isTheirs: boolean; response: Response }
  | { state: 'invalid'; questions: Question[]; faults: Map<string, AnswerFault> }

/**
 * Everything that the page of a survey link needs; records nothing. The language is the one asked for, else that of an
 * answer already begun, else the contact's, else the organization's.
 */
export async function openSurvey(token: string, wanted: Language | undefined): Promise<OpenedSurvey> {
  const asked = await findAsked(token)
  if (!asked) return { state: 'unknown' }
  const { survey, asker, response, reviewLinks } = asked
  const language = wanted ?? asked.language
  if (response?.status === 'completed')
    return { state: 'submitted', asker, language, band: Band.nullable().parse(response.band), reviewLinks }
  if (!survey.isOpen) return { state: 'archived', asker, language }
  const given = new Map(storedAnswers(response?.answers ?? []).map((answer) => [answer.questionId, asGiven(answer)]))
  return { state: 'open', asker, language, questions: survey.questions, given }
}

/** Keeps what was answered so far, as far as it stands. A submitted answer is not touched. @returns whether it was kept. */
export async function savePartial(token: string, given: GivenAnswers, language: Language): Promise<boolean> {
  return transact(async ({ tx }) => {
    const asked = await lockAsked(tx, token)
    if (!asked || asked.response?.status === 'completed' || !asked.survey.isOpen) return false
    const checked = checkAnswers(asked.survey.questions, given, language)
    if (checked.answers.length === 0 && !asked.response) return false
    await write(tx, asked, checked, language, {})
    return true
  })
}

/**
 * Submits the answer to a survey link: the response with its scores, the mark on the sending's step, and the events
 * `new_response` and, for a detractor, `detractor_response`, and the alerts that it matches, in one transaction. A second submission, also one at the
 * same moment, finds the first and changes nothing.
 */
export async function submitResponse(token: string, given: GivenAnswers, language: Language): Promise<Submission> {
  return transact(async (work) => {
    const { tx, emit } = work
    const asked = await lockAsked(tx, token)
    if (!asked) return { state: 'unknown' }
    const { organizationId, survey, response } = asked
    const checked = checkAnswers(survey.questions, given, language)
    if (response?.status === 'completed') return alreadySubmitted(tx, asked, checked)
    if (!survey.isOpen) return { state: 'archived' }
    if (checked.faults.size > 0) return { state: 'invalid', questions: survey.questions, faults: checked.faults }

    await tx.sendingStep.update({ where: { id: asked.id, organizationId }, data: { status: 'answered' } })
    const submittedAt = now()
    // A response exists for its readers from its submission on: who polls by createdAt must not miss one begun earlier.
    const times = { status: 'completed', submittedAt, createdAt: submittedAt }
    const row = await write(tx, asked, checked, language, times)
    const payload = presentResponse(row)
    await emit({ organizationId, kind: 'new_response', payload })
    if (payload.isDetractor) await emit({ organizationId, kind: 'detractor_response', payload })
    await noteResponse(work, row)
    return { state: 'submitted', isNew: true, isTheirs: true, response: payload }
  })
}

async function alreadySubmitted(tx: Tx, asked: Asked, { answers }: CheckedAnswers): Promise<Submission> {
  const { id, organizationId } = asked
  const held = await tx.response.findUniqueOrThrow({ where: { sendingStepId: id, organizationId } })
  const isTheirs = isSameAs(answers, storedAnswers(held.answers))
  return { state: 'submitted', isNew: false, isTheirs, response: presentResponse(held) }
}

async function write(
  tx: Tx,
  asked: Asked,
  { answers }: CheckedAnswers,
  language: Language,
  times: { status?: string; submittedAt?: Date; createdAt?: Date },
) {
  const { organizationId, survey, sending } = asked
  const said = { language, answers: [...answers], ...computeScores(survey.type, answers), ...times }
  return tx.response.upsert({
    where: { sendingStepId: asked.id, organizationId },
    update: said,
    create: {
      status: 'partial',
      ...said,
      organizationId,
      surveyId: survey.id,
      contactId: sending.contactId,
      sendingId: sending.id,
      sendingStepId: asked.id,
      sequenceId: sending.sequenceId,
      locationId: sending.locationId,
      employeeId: sending.employeeId,
    },
  })
}
