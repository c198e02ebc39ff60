import { readSortParam } from '@/components/ui/lists/filterable-list'
import { readPageNumber, readTextParam, type SearchParams } from '@/components/ui/search-params'
import { SubjectComparisonQuery, SubjectOverviewQuery } from '@/server/comparison/schema'
import type { SubjectKind } from '@/server/overview/constants'
import { parsePeriodQuery } from './parse-period-query'

/* Queries of the pages of locations, employees and companies; invalid parameters are ignored. */

export function parseComparisonQuery(kind: SubjectKind, params: SearchParams): SubjectComparisonQuery {
  const { shape } = SubjectComparisonQuery
  return parsePeriodQuery(SubjectComparisonQuery, params, {
    kind,
    page: readPageNumber(params),
    limit: 50,
    surveyId: shape.surveyId.safeParse(readTextParam(params, 'survey')).data,
    metric: shape.metric.safeParse(readTextParam(params, 'metric')).data,
    search: shape.search.safeParse(readTextParam(params, 'search')).data,
    sort: readSortParam(params, shape.sort.unwrap().options),
  })
}

export function parseSubjectQuery(kind: SubjectKind, id: string, params: SearchParams): SubjectOverviewQuery {
  const { shape } = SubjectOverviewQuery
  return parsePeriodQuery(SubjectOverviewQuery, params, {
    kind,
    id,
    surveyId: shape.surveyId.safeParse(readTextParam(params, 'survey')).data,
    step: shape.step.safeParse(readTextParam(params, 'step')).data,
  })
}
