import type { SurveyVersion as VersionRow } from '@/prisma/generated/client'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { type Page, pageOffset, toPage } from '../../paging'
import { SurveyLayout } from '../logic/schema'
import { asStoredQuestions, listQuestionsIncludingMetric } from '../questions'
import type { Survey } from '../schema'
import { getSurvey, updateSurvey } from '../surveys'
import { asStoredEndings } from '../thanks/thanks'
import { type ComparedContent, compareContent } from './compare-content'
import {
  type ListSurveyVersions,
  SurveyVersion,
  type SurveyVersionReference,
  type SurveyVersionSummary,
} from './schema'

/** The versions of a survey, newest first, each with what changed since the one before. @throws {NotFound} */
export async function listSurveyVersions(
  organizationId: string,
  { id, ...request }: ListSurveyVersions,
): Promise<Page<SurveyVersionSummary>> {
  const { type } = await getSurvey(organizationId, id)
  const where = { organizationId, surveyId: id }
  const [rows, total] = await Promise.all([
    db.surveyVersion.findMany({
      where,
      orderBy: { number: 'desc' },
      skip: pageOffset(request),
      // One more, to compare the last one with.
      take: request.limit + 1,
    }),
    db.surveyVersion.count({ where }),
  ])
  const versions = rows.slice(0, request.limit).map((row, index): SurveyVersionSummary => {
    const before = rows[index + 1]
    return {
      ...presentSummary(row),
      changes: before ? compareContent(toComparedContent(before, type), toComparedContent(row, type)) : null,
    }
  })
  return toPage(versions, total, request)
}

/** @throws {NotFound} */
export async function getSurveyVersion(
  organizationId: string,
  { id, number }: SurveyVersionReference,
): Promise<SurveyVersion> {
  const survey = await getSurvey(organizationId, id)
  const row = await findVersion(organizationId, id, number)
  const content = toComparedContent(row, survey.type)
  const changesOnRestore = compareContent(toComparedContent(survey, survey.type), content)
  return { ...presentSummary(row), ...content, changesOnRestore }
}

/**
 * Makes the questions, endings and layout of a version the current ones, as a new version.
 * @throws {NotFound} @throws {ValidationError} if a later release refuses what the version has
 */
export async function restoreSurveyVersion(
  organizationId: string,
  { id, number }: SurveyVersionReference,
): Promise<Survey> {
  const { questions, endings, layout } = await findVersion(organizationId, id, number)
  return updateSurvey(organizationId, {
    id,
    questions: asStoredQuestions(questions),
    endings: asStoredEndings(endings),
    layout: SurveyLayout.parse(layout),
  })
}

async function findVersion(organizationId: string, surveyId: string, number: number): Promise<VersionRow> {
  const row = await db.surveyVersion.findFirst({ where: { organizationId, surveyId, number } })
  if (!row) throw new NotFound('surveyVersion')
  return row
}

function presentSummary({
  number,
  actorType,
  actorName,
  createdAt,
}: Pick<VersionRow, 'number' | 'actorType' | 'actorName' | 'createdAt'>) {
  return {
    number,
    actor:
      actorType === null
        ? null
        : { type: SurveyVersion.shape.actor.unwrap().shape.type.parse(actorType), name: actorName },
    createdAt: createdAt.toISOString(),
  }
}

function toComparedContent(
  { questions, endings, layout }: { questions: unknown; endings: unknown; layout: string },
  type: string,
) {
  return {
    questions: listQuestionsIncludingMetric({ type, questions }),
    endings: asStoredEndings(endings),
    layout: SurveyLayout.parse(layout),
  } satisfies ComparedContent
}

export function presentExportedVersion({ surveyId, questions, endings, layout, ...row }: VersionRow) {
  return {
    surveyId,
    ...presentSummary(row),
    questions: asStoredQuestions(questions),
    endings: asStoredEndings(endings),
    layout,
  }
}
