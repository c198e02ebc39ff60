import { db } from '../db'
import type { FieldErrors } from '../errors'
import { type LocalizableMessage, localizableMessage } from '../messages/localizable-message'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import type { StepCriterion } from './conditions/schema'
import type { SaveStep } from './schema'

type NamedCriterion = { field: string; criterion: StepCriterion }

/** Errors of conditions about a location, survey or question that the organization does not have. */
export async function findConditionErrors(organizationId: string, steps: readonly SaveStep[]): Promise<FieldErrors> {
  const named = steps.flatMap(({ conditions }, step) =>
    (conditions?.items ?? []).map((criterion, index) => ({
      field: `steps.${step}.conditions.items.${index}`,
      criterion,
    })),
  )
  const locationIds = await listExistingLocations(organizationId, named)
  const questionIds = await listQuestionIds(organizationId, named)
  const errors: FieldErrors = {}
  for (const { field, criterion } of named) {
    const error = findCriterionError(criterion, locationIds, questionIds)
    if (error) errors[`${field}.${error.field}`] = [error.message]
  }
  return errors
}

function findCriterionError(
  criterion: StepCriterion,
  locationIds: ReadonlySet<string>,
  questionIds: ReadonlyMap<string, ReadonlySet<string>>,
): { field: string; message: LocalizableMessage } | null {
  if (criterion.type === 'location' && !locationIds.has(criterion.locationId))
    return { field: 'locationId', message: localizableMessage('contact.noLocation') }
  if (criterion.type !== 'answer') return null
  const questions = questionIds.get(criterion.surveyId)
  if (!questions) return { field: 'surveyId', message: localizableMessage('sequence.stepNoSurvey') }
  return questions.has(criterion.questionId)
    ? null
    : { field: 'questionId', message: localizableMessage('sequence.noQuestion') }
}

async function listExistingLocations(
  organizationId: string,
  named: readonly NamedCriterion[],
): Promise<ReadonlySet<string>> {
  const ids = named.flatMap(({ criterion }) => (criterion.type === 'location' ? criterion.locationId : []))
  if (ids.length === 0) return new Set()
  const rows = await db.location.findMany({ where: { organizationId, id: { in: ids } }, select: { id: true } })
  return new Set(rows.map(({ id }) => id))
}

async function listQuestionIds(
  organizationId: string,
  named: readonly NamedCriterion[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ids = named.flatMap(({ criterion }) => (criterion.type === 'answer' ? criterion.surveyId : []))
  if (ids.length === 0) return new Map()
  const surveys = await db.survey.findMany({ where: { organizationId, id: { in: ids }, deletedAt: null } })
  return new Map(
    surveys.map((survey) => [survey.id, new Set(listQuestionsIncludingMetric(survey).map(({ id }) => id))]),
  )
}
