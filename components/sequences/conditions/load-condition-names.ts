import { isNotFound, trpc } from '@/components/trpc'
import type { StepConditions } from '@/server/sequences/conditions/schema'
import type { Question } from '@/server/surveys/schema'

type NamedSurvey = { name: string; questions: readonly Question[] }

/** By id. Null for what was deleted. */
export type ConditionNames = {
  locations: Readonly<Record<string, string | null>>
  surveys: Readonly<Record<string, NamedSurvey | null>>
}

export const NO_NAMES: ConditionNames = { locations: {}, surveys: {} }

export type NamedIds = { locationIds: readonly string[]; surveyIds: readonly string[] }

export function listNamedIds(conditions: readonly StepConditions[]): NamedIds {
  const items = conditions.flatMap((one) => one.items)
  return {
    locationIds: items.flatMap((item) => (item.type === 'location' && item.locationId ? item.locationId : [])),
    surveyIds: items.flatMap((item) => (item.type === 'answer' && item.surveyId ? item.surveyId : [])),
  }
}

/** Loads what is not known yet. */
export async function loadConditionNames(
  { locationIds, surveyIds }: NamedIds,
  known: ConditionNames,
): Promise<ConditionNames> {
  const orNull = (error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  }
  const [locations, surveys] = await Promise.all([
    loadMissing(locationIds, known.locations, async (id) =>
      trpc.locations.get.query({ id }).then(({ data }) => data.name, orNull),
    ),
    loadMissing(surveyIds, known.surveys, async (id) =>
      trpc.surveys.getWithQuestions.query({ id }).then(({ data }) => data, orNull),
    ),
  ])
  return { locations, surveys }
}

async function loadMissing<T>(
  ids: readonly string[],
  known: Readonly<Record<string, T>>,
  load: (id: string) => Promise<T>,
): Promise<Readonly<Record<string, T>>> {
  const missing = [...new Set(ids)].filter((id) => !(id in known))
  const loaded = await Promise.all(missing.map(async (id) => [id, await load(id)] as const))
  return { ...known, ...Object.fromEntries(loaded) }
}
