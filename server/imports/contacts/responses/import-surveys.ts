import { db, type Tx } from '../../../db'
import { acquireCountLimitLock } from '../../../locks'
import { type LocalizableMessage, localizableMessage } from '../../../messages/localizable-message'
import { isMetric, isScale, NAME_MAX_CHARACTERS, SCALES } from '../../../surveys/constants'
import { listQuestionsIncludingMetric } from '../../../surveys/questions'
import { CreateSurvey, type Metric } from '../../../surveys/schema'
import { createSurvey } from '../../../surveys/surveys'
import { transact } from '../../../unit-of-work'
import { toNameKey } from '../../columns/name-key'
import { toPlainWords } from '../../columns/plain-words'
import type { ImportSurvey, ParsedResponse } from './parsed-response'

/** Surveys that answers can belong to, by name; null for those that ask for no score. */
export type ImportSurveyLookup = {
  byName: Map<string, ImportSurvey | null>
  byId: Map<string, ImportSurvey | null>
  /** In the language of the organization. */
  defaultName: (metric: Metric) => string
}

type SurveyRules = { surveyId: string | null; metric: Metric; createMissing: boolean }

/** A file that names more than these has something else in that column. */
const NEW_SURVEYS_MAX = 50

const COMMENT_QUESTION = { id: 'comment', type: 'text', text: { en: 'Comment', fr: 'Commentaire' } } as const

export async function loadImportSurveyLookup(organizationId: string): Promise<ImportSurveyLookup> {
  const [{ defaultLanguage }, rows] = await Promise.all([
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { defaultLanguage: true } }),
    db.survey.findMany({
      where: { organizationId, deletedAt: null },
      select: { id: true, name: true, type: true, questions: true },
      orderBy: { id: 'desc' },
    }),
  ])
  const surveys: ImportSurveyLookup = {
    byName: new Map(),
    byId: new Map(),
    defaultName: (metric) =>
      `${defaultLanguage === 'fr' ? 'Réponses importées' : 'Imported answers'} (${metric.toUpperCase()})`,
  }
  // The oldest of those with one name is the last.
  for (const row of rows) addSurvey(surveys, row)
  return surveys
}

function addSurvey(
  surveys: ImportSurveyLookup,
  row: { id: string; name: string; type: string; questions: unknown },
): void {
  const questions = listQuestionsIncludingMetric(row)
  const scale = questions.find(({ type }) => isMetric(type))
  const comment = questions.find(({ type }) => type === 'text') ?? COMMENT_QUESTION
  const survey =
    scale && isMetric(scale.type)
      ? { id: row.id, name: row.name, metric: scale.type, scoreQuestion: scale, commentQuestion: comment }
      : null
  surveys.byName.set(toNameKey(row.name), survey)
  surveys.byId.set(row.id, survey)
}

/** Kinds of surveys as other services name them. */
const METRIC_NAMES = new Map<string, Metric>([
  ...['nps', 'net promoter score'].map((name) => [name, 'nps'] as const),
  ...['csat', 'csat5', 'csat 5', 'customer satisfaction', 'smileys', 'stars'].map((name) => [name, 'csat'] as const),
  ...['ces', 'customer effort score'].map((name) => [name, 'ces'] as const),
])
/** Kinds whose scores are on none of our scales. */
const FOREIGN_KINDS = new Set(['csat3', 'csat 3', 'thumbs', 'pmf'])

type Resolved = { survey: ImportSurvey } | { fault: LocalizableMessage }

/** Finds the survey of an answer, or describes the one that is to be created. A score that its scale does not have is a fault. */
export function resolveImportSurvey(
  surveys: ImportSurveyLookup,
  rules: SurveyRules,
  { surveyName, score }: ParsedResponse,
): Resolved {
  const survey = findSurvey(surveys, rules, surveyName)
  if (survey === null) return { fault: localizableMessage('import.surveyWithoutScore') }
  if (survey === undefined) return { fault: localizableMessage('import.unknownSurvey') }
  const { min, max } = SCALES[survey.metric]
  if (!Number.isInteger(score) || score < min || score > max)
    return { fault: localizableMessage('import.scoreRange', { min, max }) }
  return { survey }
}

/** @returns null for one without a score, undefined for one that does not exist and is not to be created */
function findSurvey(
  surveys: ImportSurveyLookup,
  { surveyId, metric, createMissing }: SurveyRules,
  name: string | null,
): ImportSurvey | null | undefined {
  const preset = surveyId === null ? undefined : surveys.byId.get(surveyId)
  const key = name === null ? '' : toNameKey(name)
  if (key === '') return surveyId === null ? describeNewSurvey(surveys, surveys.defaultName(metric), metric) : preset
  const known = surveys.byName.get(key)
  if (known !== undefined) return known
  const words = toPlainWords(key)
  if (FOREIGN_KINDS.has(words)) return null
  const kind = METRIC_NAMES.get(words)
  if (kind !== undefined)
    return preset?.metric === kind ? preset : describeNewSurvey(surveys, surveys.defaultName(kind), kind)
  return createMissing && name !== null && name.length <= NAME_MAX_CHARACTERS
    ? describeNewSurvey(surveys, name, metric)
    : undefined
}

/** The existing one of that name, or the same description each time: at most NEW_SURVEYS_MAX of them. */
function describeNewSurvey(surveys: ImportSurveyLookup, name: string, metric: Metric): ImportSurvey | null | undefined {
  const key = toNameKey(name)
  const existing = surveys.byName.get(key)
  if (existing !== undefined) return existing
  const newCount = [...surveys.byName.values()].filter((survey) => survey?.id === null).length
  if (newCount >= NEW_SURVEYS_MAX) return undefined
  const [scale] = listQuestionsIncludingMetric({ type: metric, questions: [] })
  if (scale === undefined || !isScale(scale.type)) throw new Error(`a survey of the type ${metric} asks for no score`)
  const survey = { id: null, name, metric, scoreQuestion: scale, commentQuestion: COMMENT_QUESTION }
  surveys.byName.set(key, survey)
  return survey
}

/**
 * Creates the surveys that the answers need and that do not exist, in a transaction of its own: a repetition finds them. One import of the
 * organization at a time does so.
 */
export async function createMissingSurveys(
  organizationId: string,
  surveys: ImportSurveyLookup,
  answers: readonly ParsedResponse[],
): Promise<void> {
  const missing = [...new Set(answers.flatMap(({ survey }) => (survey?.id === null ? survey : [])))]
  if (missing.length === 0) return
  const ids = await transact(async ({ tx }) => {
    await acquireCountLimitLock(tx, organizationId, 'import_survey')
    const created: string[] = []
    for (const survey of missing) created.push(await findOrCreateSurvey(tx, organizationId, survey))
    return created
  })
  for (const [index, survey] of missing.entries()) {
    survey.id = ids[index] ?? null
    if (survey.id !== null) surveys.byId.set(survey.id, survey)
  }
}

async function findOrCreateSurvey(tx: Tx, organizationId: string, { name, metric }: ImportSurvey): Promise<string> {
  const input = CreateSurvey.parse({ name, type: metric, questions: [COMMENT_QUESTION] })
  const where = { organizationId, name: input.name, type: metric, deletedAt: null }
  const created = await tx.survey.findFirst({ where, select: { id: true } })
  return created === null ? (await createSurvey(organizationId, input)).id : created.id
}
