import type { Survey as SurveyRow } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, type Tx } from '../db'
import { NotFound, SurveyInUse, ValidationError } from '../errors'
import { readListTotal } from '../list-totals'
import { lockRow } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import { ReviewLinks } from '../organizations/schema'
import { type Page, pageOffset, parseSortParameter, toPage } from '../paging'
import { listSurveyOrSequenceIdsByName } from '../search/queries'
import { transact } from '../unit-of-work'
import { SURVEY_PRIORITIES } from './constants'
import { asStoredFields, findFieldErrors } from './fields/fields'
import type { SurveyField } from './fields/schema'
import { type Ending, SurveyLayout } from './logic/schema'
import { asStoredQuestions, listQuestionsIncludingMetric, normalizeEndings, normalizeQuestions } from './questions'
import { findRecallErrors } from './recall/find-recall-errors'
import {
  type BrowseSurveys,
  type CreateSurvey,
  type DeletedSurvey,
  type Survey,
  type SurveyPriority,
  SurveyStatus,
  SurveyType,
  type SurveyUsage,
  type UpdateSurvey,
} from './schema'
import { findGatedReviewLinks } from './thanks/find-gated-review-links'
import { asStoredEndings, asStoredThanks, normalizeThanks } from './thanks/thanks'
import { firstVersion, recordVersion } from './versions/record-version'

const SORTED_BY = { created: 'createdAt', name: 'name', updated: 'updatedAt' } as const

export async function listSurveys(organizationId: string, input: BrowseSurveys): Promise<Page<Survey>> {
  const { type, status, search } = input
  const where = {
    organizationId,
    deletedAt: null,
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...(search ? { id: { in: await listSurveyOrSequenceIdsByName(organizationId, 'survey', search) } } : {}),
  }
  const { key, direction } = parseSortParameter(input.sort ?? '-created')
  const isFiltered = type !== undefined || status !== undefined || Boolean(search)
  const [rows, total] = await Promise.all([
    db.survey.findMany({
      where,
      orderBy: [{ [SORTED_BY[key]]: direction }, { id: direction }],
      skip: pageOffset(input),
      take: input.limit,
    }),
    isFiltered ? db.survey.count({ where }) : readListTotal(organizationId, 'survey'),
  ])
  return toPage(rows.map(presentSurvey), total, input)
}

export async function getSurvey(organizationId: string, id: string): Promise<Survey> {
  const row = await db.survey.findFirst({ where: { id, organizationId, deletedAt: null } })
  if (!row) throw new NotFound('survey')
  return presentSurvey(row)
}

/**
 * Whether the survey was sent, and which sequence sends it.
 * @throws {NotFound} if unknown, deleted, or in another organization.
 */
export async function getSurveyUsage(organizationId: string, id: string): Promise<SurveyUsage> {
  const [sent, step] = await Promise.all([
    db.sendingStep.findFirst({
      where: { organizationId, surveyId: id, OR: [{ sentAt: { not: null } }, { capturedAt: { not: null } }] },
      select: { id: true },
    }),
    db.sequenceStep.findFirst({
      where: { organizationId, surveyId: id, sequence: { status: { not: 'archived' } } },
      select: { sequenceId: true },
      orderBy: { sequence: { createdAt: 'desc' } },
    }),
    getSurvey(organizationId, id),
  ])
  return { isSent: sent !== null, sequenceId: step?.sequenceId ?? null }
}

export async function createSurvey(organizationId: string, input: CreateSurvey): Promise<Survey> {
  const endings = normalizeEndings(input.endings ?? [])
  const questions = normalizeQuestions(input.type, input.questions, endings)
  const thanks = normalizeThanks(input.thanks ?? {})
  const { fields = [] } = input
  const content = { questions: [...questions], endings: [...endings], layout: input.layout ?? 'all' }
  return transact(async ({ tx }) => {
    await refuseGatedReviewLinks(tx, organizationId, { type: input.type, thanks, endings })
    await refuseTextErrors(organizationId, { type: input.type, questions, thanks, endings, fields })
    return presentSurvey(
      await tx.survey.create({
        data: {
          organizationId,
          name: input.name,
          type: input.type,
          ...content,
          cooldownDays: input.cooldownDays ?? null,
          changeHours: input.changeHours ?? null,
          priority: toPriorityColumn(input.priority ?? 'normal'),
          thanks,
          fields,
          versions: firstVersion(content),
        },
      }),
    )
  })
}

/**
 * Only the given fields change. Existing answers keep their original wording. Another content is a new version.
 * @throws {NotFound} @throws {ValidationError} for another type, and for invalid questions.
 * @throws {EditConflict} if a field of `asRead` differs from the current value.
 */
export async function updateSurvey(organizationId: string, { id, asRead, ...input }: UpdateSurvey): Promise<Survey> {
  return transact(async ({ tx }) => {
    const survey = await lockSurvey(tx, organizationId, id)
    if (asRead) requireUnchangedSurvey(presentSurvey(survey), asRead)
    if (input.type !== undefined && input.type !== survey.type)
      throw new ValidationError({ type: [localizableMessage('survey.typeFixed', { type: survey.type })] })
    const pages = updatedPages(survey, input)
    if (pages) await refuseGatedReviewLinks(tx, organizationId, { type: survey.type, ...pages })
    const layout = input.layout ? { layout: input.layout } : {}
    const content = { ...survey, ...layout, ...pages, ...updatedQuestions(survey, input, pages?.endings) }
    const fields = input.fields ?? asStoredFields(survey.fields)
    if (pages ?? input.questions ?? input.fields) await refuseTextErrors(organizationId, { ...content, fields })
    const version = await recordVersion(tx, survey, content)
    const row = await tx.survey.update({
      where: { id, organizationId },
      data: {
        version,
        ...updatedSettings(input),
        layout: content.layout,
        questions: content.questions ?? [],
        endings: content.endings ?? [],
        thanks: content.thanks ?? {},
        fields,
      },
    })
    return presentSurvey(row)
  })
}

/** The columns that are no content. */
function updatedSettings({ name, status, cooldownDays, changeHours, priority }: Omit<UpdateSurvey, 'id'>) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(cooldownDays === undefined ? {} : { cooldownDays }),
    ...(changeHours === undefined ? {} : { changeHours }),
    ...(priority === undefined ? {} : { priority: toPriorityColumn(priority) }),
  }
}

/** Both together, because they are to offer the same review links. */
function updatedPages(survey: SurveyRow, { endings, thanks }: Pick<UpdateSurvey, 'endings' | 'thanks'>) {
  if (endings === undefined && thanks === undefined) return null
  return {
    endings: endings === undefined ? asStoredEndings(survey.endings) : normalizeEndings(endings),
    thanks: thanks === undefined ? asStoredThanks(survey.thanks) : normalizeThanks(thanks),
  }
}

/** Checked against the endings, which jumps name. */
function updatedQuestions(
  survey: SurveyRow,
  { questions, endings: givenEndings }: Pick<UpdateSurvey, 'questions' | 'endings'>,
  endings: Ending[] | undefined,
) {
  if (questions === undefined && givenEndings === undefined) return {}
  const newQuestions = questions ?? asStoredQuestions(survey.questions)
  const type = SurveyType.parse(survey.type)
  return { questions: normalizeQuestions(type, newQuestions, endings ?? asStoredEndings(survey.endings)) }
}

/** @throws {ValidationError} for a link to reviews that not everyone gets. */
async function refuseGatedReviewLinks(
  tx: Tx,
  organizationId: string,
  survey: Parameters<typeof findGatedReviewLinks>[0],
): Promise<void> {
  const organization = await tx.organization.findUnique({
    where: { id: organizationId },
    select: { reviewLinks: true },
  })
  const reviewLinks = ReviewLinks.catch([]).parse(organization?.reviewLinks)
  const errors = findGatedReviewLinks(
    survey,
    reviewLinks.map(({ url }) => url),
  )
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

type SurveyTexts = Pick<SurveyRow, 'type' | 'questions' | 'endings' | 'thanks'> & { fields: SurveyField[] }

/** @throws {ValidationError} for hidden fields with the same id, and for placeholders that nothing can fill */
async function refuseTextErrors(
  organizationId: string,
  { type, questions, endings, thanks, fields }: SurveyTexts,
): Promise<void> {
  const errors = {
    ...findFieldErrors(fields),
    ...(await findRecallErrors(organizationId, {
      questions: asStoredQuestions(questions),
      allQuestions: listQuestionsIncludingMetric({ type, questions }),
      endings: asStoredEndings(endings),
      thanks: asStoredThanks(thanks),
      fields,
    })),
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

/**
 * Soft delete: responses remain and can still show the survey's name and questions.
 * @throws {NotFound} @throws {SurveyInUse} while a step of a non-archived sequence sends it.
 */
export async function deleteSurvey(organizationId: string, id: string): Promise<DeletedSurvey> {
  await transact(async ({ tx }) => {
    await lockSurvey(tx, organizationId, id)
    const steps = await tx.sequenceStep.findMany({
      where: { organizationId, surveyId: id, sequence: { status: { not: 'archived' } } },
      select: { sequenceId: true },
      distinct: ['sequenceId'],
      orderBy: { sequenceId: 'asc' },
    })
    if (steps.length > 0) throw new SurveyInUse(steps.map(({ sequenceId }) => sequenceId))
    await tx.survey.update({ where: { id, organizationId }, data: { deletedAt: now() } })
  })
  return { id, deleted: true }
}

function requireUnchangedSurvey(current: Survey, asRead: NonNullable<UpdateSurvey['asRead']>): void {
  const normalize = (questions: unknown) => listQuestionsIncludingMetric({ type: current.type, questions })
  assertUnchanged(asRead.questions === undefined ? asRead : { ...asRead, questions: normalize(asRead.questions) }, {
    ...current,
    questions: normalize(current.questions),
  })
}

/** Locks the row against deletion and changes until the transaction ends; steps that start to use the survey wait too. */
async function lockSurvey(tx: Tx, organizationId: string, id: string): Promise<SurveyRow> {
  await lockRow(tx, 'survey', organizationId, id)
  const locked = await tx.survey.findUnique({ where: { id, organizationId, deletedAt: null } })
  if (!locked) throw new NotFound('survey')
  return locked
}

export async function undeleteSurvey(organizationId: string, id: string): Promise<Survey> {
  const [row] = await db.survey.updateManyAndReturn({ where: { id, organizationId }, data: { deletedAt: null } })
  if (!row) throw new NotFound('survey')
  return presentSurvey(row)
}

function toPriorityColumn(priority: SurveyPriority): number {
  return SURVEY_PRIORITIES.indexOf(priority) - 1
}

/** The columns of a copy. */
export function copySurveyContent({ name, type, questions, endings, thanks, ...row }: SurveyRow) {
  const { layout, cooldownDays, changeHours, priority } = row
  const pages = { endings: asStoredEndings(endings), thanks: asStoredThanks(thanks) }
  const texts = { questions: asStoredQuestions(questions), ...pages, fields: asStoredFields(row.fields) }
  return { name, type, ...texts, layout, cooldownDays, changeHours, priority }
}

export function presentSurvey(row: SurveyRow): Survey {
  return {
    id: row.id,
    name: row.name,
    type: SurveyType.parse(row.type),
    status: SurveyStatus.parse(row.status),
    version: row.version,
    questions: asStoredQuestions(row.questions),
    cooldownDays: row.cooldownDays,
    changeHours: row.changeHours,
    priority: SURVEY_PRIORITIES[row.priority + 1] ?? 'normal',
    layout: SurveyLayout.parse(row.layout),
    endings: asStoredEndings(row.endings),
    thanks: asStoredThanks(row.thanks),
    fields: asStoredFields(row.fields),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
