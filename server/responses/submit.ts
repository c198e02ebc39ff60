import { now } from '../clock'
import { db, type Prisma, type Tx } from '../db'
import { readToken } from '../encryption'
import { Language } from '../fields/schema'
import { readQuestions } from '../surveys/questions'
import { Band, type Question } from '../surveys/schema'
import { transact } from '../unit-of-work'
import { type AnswerFault, asGiven, type CheckedAnswers, checkAnswers, type GivenAnswers } from './answers'
import { presentResponse, storedAnswers } from './responses'
import type { Response } from './schema'
import { computeScores } from './scores'

/** Who asks, and how they look. */
export type Asker = { name: string; brandColor: string | null }

/** What stands behind a survey link. */
export type OpenedSurvey =
  | { state: 'unknown' }
  | { state: 'archived'; asker: Asker; language: Language }
  | { state: 'submitted'; asker: Asker; language: Language; band: Band | null }
  | { state: 'open'; asker: Asker; language: Language; questions: Question[]; given: GivenAnswers }

/** How a submission ended. Nothing but `submitted` with `isNew` changes anything. */
export type Submission =
  | { state: 'unknown' | 'archived' }
  | { state: 'submitted'; isNew: boolean; response: Response }
  | { state: 'invalid'; faults: Map<string, AnswerFault> }

/**
 * Everything that the page of a survey link needs; records nothing. The language is the one asked for, else that of an
 * answer already begun, else the contact's, else the organization's.
 */
export async function openSurvey(token: string, wanted: Language | undefined): Promise<OpenedSurvey> {
  const asked = await findAsked(db, token)
  if (!asked) return { state: 'unknown' }
  const { survey, organization, response } = asked
  const language = wanted ?? (await surveyLanguage(asked))
  const asker = { name: organization.name, brandColor: organization.brandColor }
  if (response?.status === 'completed')
    return { state: 'submitted', asker, language, band: Band.nullable().parse(response.band) }
  if (!isOpen(survey)) return { state: 'archived', asker, language }
  const given = new Map(storedAnswers(response?.answers ?? []).map((answer) => [answer.questionId, asGiven(answer)]))
  return { state: 'open', asker, language, questions: readQuestions(survey), given }
}

/** Keeps what was answered so far, as far as it stands. A submitted answer is not touched. @returns whether it was kept. */
export async function savePartial(token: string, given: GivenAnswers, language: Language): Promise<boolean> {
  return transact(async ({ tx }) => {
    const asked = await lockAsked(tx, token)
    if (!asked || asked.response?.status === 'completed' || !isOpen(asked.survey)) return false
    const checked = checkAnswers(readQuestions(asked.survey), given, language)
    if (checked.answers.length === 0 && !asked.response) return false
    await write(tx, asked, checked, language, {})
    return true
  })
}

/**
 * Submits the answer to a survey link: the response with its scores, the mark on the sending's step, and the events
 * `new_response` and, for a detractor, `detractor_response`, in one transaction. A second submission, also one at the
 * same moment, finds the first and changes nothing.
 */
export async function submitResponse(token: string, given: GivenAnswers, language: Language): Promise<Submission> {
  return transact(async ({ tx, emit }) => {
    const asked = await lockAsked(tx, token)
    if (!asked) return { state: 'unknown' }
    const { organizationId, survey, response: held } = asked
    if (held?.status === 'completed') return { state: 'submitted', isNew: false, response: presentResponse(held) }
    if (!isOpen(survey)) return { state: 'archived' }
    const checked = checkAnswers(readQuestions(survey), given, language)
    if (checked.faults.size > 0) return { state: 'invalid', faults: checked.faults }

    await tx.sendingStep.update({ where: { id: asked.id, organizationId }, data: { status: 'answered' } })
    const submittedAt = now()
    // A response exists for its readers from its submission on: who polls by createdAt must not miss one begun earlier.
    const times = { status: 'completed', submittedAt, createdAt: submittedAt }
    const payload = presentResponse(await write(tx, asked, checked, language, times))
    await emit({ organizationId, kind: 'new_response', payload })
    if (payload.isDetractor) await emit({ organizationId, kind: 'detractor_response', payload })
    return { state: 'submitted', isNew: true, response: payload }
  })
}

type Asked = Prisma.SendingStepGetPayload<{ include: typeof WITH }> & {
  survey: NonNullable<Prisma.SendingStepGetPayload<{ include: typeof WITH }>['survey']>
}

const WITH = {
  survey: true,
  sending: true,
  response: true,
  organization: { select: { name: true, brandColor: true, defaultLanguage: true } },
} satisfies Prisma.SendingStepInclude

/**
 * The token is signed, so the row that it names is the holder's to see, whatever its organization; but nobody's once the
 * contact was deleted.
 */
async function findAsked(tx: Tx, token: string): Promise<Asked | null> {
  const id = readToken('survey', token)
  const step = id === null ? null : await tx.sendingStep.findUnique({ where: { id }, include: WITH })
  if (!step?.survey) return null
  const { organizationId, survey, sending } = step
  const asked = await tx.contact.findFirst({ where: { id: sending.contactId, organizationId }, select: { id: true } })
  return asked && { ...step, survey }
}

/**
 * The same, with the step locked until the transaction ends, so that one answer is written at a time. Its contact and its
 * sending come first, as where a contact is deleted and in the job that runs it: none waits for another in a circle.
 */
async function lockAsked(tx: Tx, token: string): Promise<Asked | null> {
  const id = readToken('survey', token)
  if (id === null) return null
  await tx.$queryRaw`
    SELECT c.id FROM contact c JOIN sending d ON d.organization_id = c.organization_id AND d.contact_id = c.id
    JOIN sending_step s ON s.sending_id = d.id WHERE s.id = ${id}::uuid FOR KEY SHARE OF c`
  await tx.$queryRaw`SELECT d.id FROM sending d JOIN sending_step s ON s.sending_id = d.id WHERE s.id = ${id}::uuid FOR KEY SHARE OF d`
  await tx.$queryRaw`SELECT id FROM sending_step WHERE id = ${id}::uuid FOR UPDATE`
  return findAsked(tx, token)
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

function isOpen({ status, deletedAt }: { status: string; deletedAt: Date | null }): boolean {
  return status === 'active' && deletedAt === null
}

async function surveyLanguage({ organizationId, organization, response, sending }: Asked): Promise<Language> {
  const contact = response
    ? null
    : await db.contact.findFirst({
        where: { id: sending.contactId, organizationId },
        select: { preferredLanguage: true },
      })
  return Language.catch('en').parse(response?.language ?? contact?.preferredLanguage ?? organization.defaultLanguage)
}
