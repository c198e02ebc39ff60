import { SequenceStatus } from '../sequences/schema'
import { SurveyStatus, SurveyType } from '../surveys/schema'
import { listSurveysAndSequencesByName, type ParsedQuery } from './queries'
import type { FoundSequence, FoundSurvey } from './schema'

export async function findByName(
  organizationId: string,
  parsed: ParsedQuery,
  limit: number,
): Promise<{ surveys: FoundSurvey[]; sequences: FoundSequence[] }> {
  const rows = await listSurveysAndSequencesByName(organizationId, parsed, limit)
  return {
    surveys: rows.flatMap(({ kind, id, name, type, status }) =>
      kind === 'survey' ? [{ id, name, type: SurveyType.parse(type), status: SurveyStatus.parse(status) }] : [],
    ),
    sequences: rows.flatMap(({ kind, id, name, status }) =>
      kind === 'sequence' ? [{ id, name, status: SequenceStatus.parse(status) }] : [],
    ),
  }
}
