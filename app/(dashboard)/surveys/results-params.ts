import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { PERIOD_OPTIONS_DAYS } from '@/server/overview/constants'
import { SurveyResultsQuery } from '@/server/survey-results/schema'

/** Parameters of the page's address that are filters, as the list of responses names them. */
const FILTER_PARAMS = {
  location: 'location_id',
  employee: 'employee_id',
  company: 'contact_organization_id',
  channel: 'channel',
  language: 'language',
  version: 'survey_version',
  segment: 'segment_id',
  property: 'property',
  field: 'field',
} as const
const RESULTS_FILTER_PARAMS = Object.keys(FILTER_PARAMS) as (keyof typeof FILTER_PARAMS)[]

/** Parameters of a comparison: `vs` is `previous`, `all`, or a filter and its value, as in `language:fr`. */
export const COMPARISON_PARAMS = ['vs', 'vs_location', 'vs_employee', 'vs_company'] as const

/** Reads the query of the page's address; an invalid part is ignored. */
export function readResultsQuery(id: string, params: SearchParams): SurveyResultsQuery {
  const { shape } = SurveyResultsQuery
  const days = PERIOD_OPTIONS_DAYS.find((option) => String(option) === readTextParam(params, 'days'))
  const filters = RESULTS_FILTER_PARAMS.flatMap((param) => {
    const { data } = shape[FILTER_PARAMS[param]].safeParse(readTextParam(params, param))
    return data === undefined ? [] : [[FILTER_PARAMS[param], data] as const]
  })
  const step = shape.step.safeParse(readTextParam(params, 'step')).data
  const known = { id, ...Object.fromEntries(filters), ...(days ? { days } : {}), ...(step ? { step } : {}) }
  const range = { from: readTextParam(params, 'from'), to: readTextParam(params, 'to') }
  return SurveyResultsQuery.safeParse({ ...known, ...range }).data ?? SurveyResultsQuery.parse(known)
}

/** The address' parameters of the responses to compare with; null without a comparison. */
export function readComparedParams(params: SearchParams): SearchParams | 'previous' | null {
  const vs = readTextParam(params, 'vs')
  if (vs === 'previous') return vs
  if (vs === 'all') return Object.fromEntries(['days', 'from', 'to', 'step'].map((name) => [name, params[name]]))
  const [param, value] = vs?.split(/:(.*)/s) ?? []
  const isFilter = RESULTS_FILTER_PARAMS.some((name) => name === param)
  const subjects = (['location', 'employee', 'company'] as const).flatMap((subject) => {
    const id = readTextParam(params, `vs_${subject}`)
    return id === undefined ? [] : [[subject, id] as const]
  })
  const changes = { ...Object.fromEntries(subjects), ...(isFilter && value ? { [param as string]: value } : {}) }
  return Object.keys(changes).length === 0 ? null : { ...params, ...changes }
}

/** Parameters of the list of the responses behind the numbers. */
export function toResponseListParams(
  surveyId: string,
  params: SearchParams,
  days: { from: string; to: string } | null,
): SearchParams {
  const filters = Object.fromEntries(RESULTS_FILTER_PARAMS.map((param) => [param, readTextParam(params, param)]))
  return { survey: surveyId, ...filters, ...days }
}
